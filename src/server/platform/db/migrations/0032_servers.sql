-- Servers and workers that use the database, each with its release (decision 0050): an upgrade waits for those of an older one.

create table server (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('server', 'worker')),
  release text not null,
  commit text, -- that it was built from; null for a build without git
  host text not null,
  pid integer not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  draining_since timestamptz -- it takes no new work any more
);
comment on table server is
  'Servers and workers that run, told by themselves every ten seconds. One that ends takes its row away; one that was killed is forgotten '
  'after a day.';
