#!/bin/bash
# run.sh FOLDER UNIT ROOT DATA: runs a unit in a systemd of its own (first-process.sh) and prints its output. SIGTERM stops the unit. Ends
# with the exit code of the unit's main process.
set -u
here=$(dirname "$0") folder=$1 unit=$2
mkfifo "$folder/out"
# Open for both, so that the reader does not end before the unit has begun to write.
exec 3<>"$folder/out"
cat "$folder/out" 3>&- &
output=$!
setpriv --pdeathsig KILL unshare --fork --kill-child --pid --mount --mount-proc --uts --ipc --cgroup \
  bash "$here/first-process.sh" "$@" 3>&- >"$folder/systemd" 2>&1 &
namespaces=$!
stop() {
  # The systemd ends with the unit, before it has answered.
  nsenter --target "$(pgrep -P "$namespaces")" --mount --pid systemctl stop "$unit.service" 2>/dev/null
}
trap stop TERM
code=0
while kill -0 "$namespaces" 2>/dev/null; do
  wait "$namespaces"
  code=$?
done
exec 3>&-
wait "$output"
[ "$code" = 0 ] || cat "$folder/systemd" "$folder/console" >&2
rm -rf "$folder"
exit "$code"
