#!/bin/sh
# Runs a command, and runs it again when it asks for that by ending with 75 (src/server/runtime/restart-on-fault.ts), or when Node itself gave up
# (SIGABRT: out of memory; SIGSEGV). Whatever else it ends with is the end: 0 after a signal, 1 where a start cannot be, 137 after a kill -9.
# A shell, because it stays in memory beside the server for as long as that runs. Usage: keep-up.sh command [argument ...]

most_in_a_row=5 # of runs that ended within a minute
steady_seconds=60
child=
signals=0
is_told=

pass_on() {
  signals=$((signals + 1))
  is_told=1
  if [ -n "$child" ]; then kill "-$1" "$child" 2>/dev/null; fi
}
trap 'pass_on TERM' TERM
trap 'pass_on INT' INT
trap 'pass_on HUP' HUP

# A signal that is passed on ends the wait, but not the child, which is waited for again.
wait_for_child() {
  code=0
  while :; do
    seen=$signals
    wait "$child"
    result=$?
    # Nobody to wait for: it was the last wait that told how it ended.
    if [ "$result" -ne 127 ]; then code=$result; fi
    if [ "$seen" = "$signals" ]; then break; fi
  done
  child=
}

in_a_row=0
pause=${KEEP_UP_PAUSE:-1}
while :; do
  began=$(date +%s)
  "$@" &
  child=$!
  wait_for_child
  case $code in
    75 | 134 | 139) ;;
    *) exit "$code" ;;
  esac
  if [ -n "$is_told" ]; then exit 0; fi
  if [ $(($(date +%s) - began)) -ge $steady_seconds ]; then
    in_a_row=0
    pause=${KEEP_UP_PAUSE:-1}
  fi
  in_a_row=$((in_a_row + 1))
  if [ $in_a_row -gt $most_in_a_row ]; then
    echo "It has ended $in_a_row times in a row within a minute of its start; it is not started again." >&2
    exit 1
  fi
  echo "It has ended unexpectedly ($code) and is started again in $pause s." >&2
  sleep "$pause" &
  child=$!
  wait_for_child
  if [ -n "$is_told" ]; then exit 0; fi
  pause=$((pause * 2))
done
