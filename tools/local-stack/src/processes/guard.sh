#!/bin/sh
# Ends processes together with their owner. It reads "+ PID" and "- PID" from its standard input. When the owner closes the
# input or dies, even by kill -9, every process on the list gets SIGTERM, the newest first, and SIGKILL if it has not ended
# after $1 seconds. This is a shell script because a shell needs only 1 MB.
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
