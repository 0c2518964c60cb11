#!/bin/bash -p
# Written by Beckon: reports what Claude Code is doing to the gateway, and brings back what a person answered there.
# Without a gateway it does nothing. On any trouble it prints nothing and ends with 0: the terminal decides.
exec 2>/dev/null
trap '' PIPE
# Lengths are in bytes.
LC_ALL=C
event=$1
endpoint=${2:-${0%/*}/hook-endpoint}

# A process that has taken the port of a gateway that is gone must not hear of anything.
read -r port pid secret proof <"$endpoint" || exit 0
kill -0 "$pid" || exit 0
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 0

body=$(cat)
printf 'POST /hooks/%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
  "$event" "$port" "$secret" "${#body}" "$body" >&3 || exit 0

# A person may take a day. Nothing else is worth waiting for, and nobody waits for an agent that is gone.
until IFS= read -r -t 1 line <&3; do
  [[ $? -gt 128 && $event == PermissionRequest ]] || exit 0
  kill -0 "$PPID" || exit 0
done
[[ $line == 'HTTP/1.1 200 '* ]] || exit 0

shopt -s nocasematch
length='' given='' ended=''
while IFS= read -r -t 5 line <&3; do
  line=${line%$'\r'}
  case $line in
    '') ended=1 && break ;;
    content-length:*) length=${line#*: } ;;
    beckon-proof:*) given=${line#*: } ;;
  esac
done
# Only the gateway knows the proof, and only a whole answer has the right length.
[[ -n $ended && -n $proof && $given == "$proof" ]] || exit 0
IFS= read -r -d '' -t 60 answer <&3
[[ ${#answer} == "$length" ]] && printf %s "$answer"
exit 0
