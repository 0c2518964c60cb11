#!/bin/bash -p
# Written by Beckon. Run by Claude Code as `beckon-hook EVENT [ENDPOINT]`: tells the gateway what happens, and brings
# back what a person answered there. Without a gateway it does nothing. On any trouble it prints nothing and ends with
# 0, which to Claude Code is a hook without an opinion: the terminal's own dialog decides.
# For bash 3.2 and up, which is what a Mac has.
exec 2>/dev/null
trap '' PIPE
LC_ALL=C # lengths are in bytes
event=$1

# Where nobody sits at a terminal (`claude -p`, the Agent SDK) a wait for a person would hold up a program.
[[ -n $2 || ${CLAUDE_CODE_ENTRYPOINT:-cli} == cli ]] || exit 0

# A process that has taken the port of a gateway that is gone must not hear of anything.
read -r port gateway secret proof <"${2:-${0%/*}/hook-endpoint}" || exit 0
kill -0 "$gateway" || exit 0
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 0

agent=${CLAUDE_PID:-$PPID}
body=$(cat)
printf 'POST /hooks/%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nBeckon-Agent: %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
  "$event" "$port" "$secret" "$agent" "${#body}" "$body" >&3 || exit 0

# A person may take a day. Nothing else is worth a wait, and nobody waits for an agent that is gone.
until IFS= read -r -t 1 line <&3; do
  [[ $? -gt 128 && $event == PermissionRequest ]] || exit 0
  kill -0 "$agent" || exit 0
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
answer=$(cat <&3)
[[ ${#answer} == "$length" ]] && printf %s "$answer"
exit 0
