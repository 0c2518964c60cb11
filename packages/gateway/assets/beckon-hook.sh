#!/bin/bash -p
# Run by Claude Code as `beckon-hook.sh EVENT ENDPOINT [own]`: tells the gateway what happens, and brings
# back what a person answered there. Without a gateway it does nothing. On any trouble it prints nothing and ends with
# 0, which to Claude Code is a hook without an opinion: the terminal's own dialog decides.
# For bash 3.2 and up, which is what a Mac has.
exec 2>/dev/null
trap '' PIPE
LC_ALL=C # lengths are in bytes
event=$1
endpoint=$2
agent=${CLAUDE_PID:-$PPID}

# Where nobody sits at a terminal (`claude -p`, the Agent SDK) a wait for a person would hold up a program.
[[ $3 == own || ${CLAUDE_CODE_ENTRYPOINT:-cli} == cli ]] || exit 0

# Whether a process still runs. One that was killed keeps its number until its parent has asked how it ended, and some
# parents never do.
runs() {
  kill -0 "$1" || return 1
  local state=''
  if [[ -e /proc/$1/stat ]]; then
    IFS= read -r -d '' state <"/proc/$1/stat"
    state=${state##*) }
  else
    state=$(ps -o stat= -p "$1")
  fi
  [[ $state != [ZX]* ]]
}

# A process that has taken the port of a gateway that is gone must not hear of anything.
connect() {
  read -r port gateway secret proof <"$endpoint" && runs "$gateway" && exec 3<>"/dev/tcp/127.0.0.1/$port"
}

# `report yes` says that the gateway, or one before it, may have heard of this already.
report() {
  printf 'POST /hooks/%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nBeckon-Agent: %s\r\nBeckon-Repeated: %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
    "$event" "$port" "$secret" "$agent" "$1" "${#body}" "$body" >&3
}

connect || exit 0
body=$(cat)
report no || exit 0

# A person may take a day. Nothing else is worth a wait, and nobody waits for an agent that is gone.
until IFS= read -r -t 1 line <&3; do
  waited=$?
  [[ $event == PermissionRequest ]] || exit 0
  runs "$agent" || exit 0
  [[ $waited -gt 128 ]] && continue
  # The gateway went away. The next one is told of it, too; meanwhile the dialog is there for whoever is at the desk. Only
  # that of a subagent comes when its hook has ended, so that must not be long.
  tries=0
  until
    sleep 1 || exit 0
    connect && report yes
  do
    runs "$agent" || exit 0
    ((++tries < 10)) || [[ $body != *'"agent_id":'* ]] || exit 0
  done
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
