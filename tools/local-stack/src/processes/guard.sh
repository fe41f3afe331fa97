#!/bin/sh
# Keeps processes from outliving the one that asked for them. It reads "+ PID" and "- PID" from its standard input.
# When that closes - the owner is done, or died, by kill -9 too - every process still on the list gets SIGTERM, the
# newest first, and SIGKILL when it has not ended after $1 seconds. A shell, because it costs 1 MB and no Node process
# can be killed by a signal meant for another one's group.
trap '' INT TERM HUP
grace=${1:-5}
pids=''

while read -r change pid; do
  rest=''
  for known in $pids; do
    [ "$known" = "$pid" ] || rest="$rest $known"
  done
  pids=$rest
  [ "$change" = '+' ] && pids="$pid$pids"
done

anyone_left() {
  for pid in $pids; do
    kill -s 0 -- "-$pid" 2>/dev/null && return 0
  done
  return 1
}

for pid in $pids; do
  kill -s TERM -- "-$pid" 2>/dev/null
done
ticks=$((grace * 10))
while [ "$ticks" -gt 0 ] && anyone_left; do
  sleep 0.1
  ticks=$((ticks - 1))
done
for pid in $pids; do
  kill -s KILL -- "-$pid" 2>/dev/null
done
exit 0
