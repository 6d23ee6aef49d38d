#!/bin/bash
# first-process.sh FOLDER UNIT ROOT DATA: the first process of a process namespace. Mounts what the unit expects where it expects it, and
# becomes a systemd that knows this unit and no other: so it touches nothing of the machine.
set -eu
folder=$1 unit=$2 root=$3 data=$4
mount --make-rprivate /
mkdir -p "$folder/mounts/upper" "$folder/mounts/work" "$folder/mounts/program" "$folder/mounts/state" "$folder/mounts/given"
mount --bind "$root" "$folder/mounts/program"
mount --bind "$data" "$folder/mounts/state"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$folder/mounts/upper,workdir=$folder/mounts/work" /etc
mount -t tmpfs tmpfs /run
mkdir -p /run/given /run/program /run/state
mount --bind "$folder" /run/given
mount --move "$folder/mounts/program" /run/program
mount --move "$folder/mounts/state" /run/state
touch "$folder/console" && mount --bind "$folder/console" /dev/console
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs tmpfs /srv
mkdir /srv/notary && mount --move /run/program /srv/notary
mount -t tmpfs tmpfs /var/lib
mkdir "/var/lib/$unit" && mount --move /run/state "/var/lib/$unit"
umount --recursive /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup

for account in notary:990 notary-worker:991; do
  name=${account%:*} id=${account#*:}
  grep -q "^$name:" /etc/group || echo "$name:x:$id:" >> /etc/group
  grep -q "^$name:" /etc/passwd || echo "$name:x:$id:$id::/nonexistent:/usr/sbin/nologin" >> /etc/passwd
done
mkdir -p /etc/notary
install -m 600 /run/given/environment /etc/notary/environment
install -m 600 /run/given/environment /etc/notary/worker

for target in sysinit basic shutdown network-online multi-user umount final; do
  printf '[Unit]\nDescription=%s\nDefaultDependencies=no\n' "$target" > "/run/given/units/$target.target"
done
export container=test SYSTEMD_UNIT_PATH=/run/given/units
exec /usr/lib/systemd/systemd --system --unit="$unit.service" --log-target=console --show-status=no
