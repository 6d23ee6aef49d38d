-- Which house this is, and what its restore drills came to (docs/decisions/0053-backups.md).

create table installation_identity (
  is_only boolean primary key default true check (is_only),
  id text collate "C" not null default gen_random_uuid()::text
);
comment on table installation_identity is
  'Tells one installation from another; a backup bears it, and so does a database that was restored from one.';
insert into installation_identity default values;

create table restore_drill (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null default clock_timestamp(),
  backup text not null, -- the backup that was restored
  backup_made_at timestamptz not null,
  succeeded boolean not null,
  seconds integer not null check (seconds >= 0), -- that it took
  detail text not null -- what was looked at, or what failed; for engineers
);
comment on table restore_drill is 'Backups that were restored for practice, beside the running house, and what was found.';
create index restore_drill_ended on restore_drill (ended_at desc);
create trigger restore_drill_append_only before update or delete on restore_drill for each row execute function refuse_change();
create trigger restore_drill_no_truncate before truncate on restore_drill for each statement execute function refuse_change();
