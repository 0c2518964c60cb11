#!/bin/bash -p
# Run by Beckon as `beckon-agent PROGRAM [ARGUMENT…]`: runs an agent that does not outlive its gateway. An agent whose
# input just ends takes that for a no to whatever it waits for, and goes on by itself; one that is told to terminate
# leaves its wait as it stands, to be taken up again. So the agent's input is held open here, and when the gateway is gone
# the agent is terminated before that input ends.
# Descriptor 3 is the lifeline: the gateway writes `close` to it when the agent's input is to end in good order.
# For bash 3.2 and up, which is what a Mac has.
if [[ $1 != --guard ]]; then
  exec 4<&0
  exec "$@" < <(exec "$BASH" -p "$0" --guard $$ <&4 4<&-) 3<&- 4<&-
fi

exec 2>/dev/null
agent=$2
cat
read -r word <&3
[[ $word == close ]] && exit
kill -TERM "$agent"
for _ in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 "$agent" || exit
  sleep 0.2
done
kill -KILL "$agent"
