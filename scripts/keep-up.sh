#!/bin/sh
# Runs a command, and restarts it when it exits with 75 (src/server/platform/runtime/restart-on-fault.ts) or when Node itself aborts (SIGABRT: out
# of memory; SIGSEGV). Any other exit code is final: 0 after a signal, 1 after a failed start, 137 after a kill -9.
# It is a shell script because it stays in memory as long as the server runs. Usage: keep-up.sh command [argument ...]

most_in_a_row=5 # runs that ended within a minute
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

# A forwarded signal ends `wait` but not the child, so the child is awaited again.
wait_for_child() {
  code=0
  while :; do
    seen=$signals
    wait "$child"
    result=$?
    # 127: no child to wait for; the previous wait returned its exit code.
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
