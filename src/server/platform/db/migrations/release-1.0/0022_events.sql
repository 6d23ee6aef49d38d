-- Events of the open API: what changed, for whoever listens (docs/decisions/0036-events.md). A change writes its event without a place, in
-- its own transaction. After the commit the sequencer gives the event its place in the feed, so that nothing ever comes in behind a reader.

create table event_pending (
  id bigint generated always as identity primary key,
  type text not null,
  at timestamptz not null default clock_timestamp(),
  app_id text, -- of whom an endpoint is that the event is about; null for all others
  user_id bigint, -- whose event it is; null for what is of no user
  data jsonb not null -- as the open API tells it, without user_id
);
comment on table event_pending is
  'Events that wait for their place in the feed, written in the transaction of their change; the sequencer moves them into event.';

create table event (
  place bigint primary key,
  type text not null,
  at timestamptz not null,
  app_id text,
  user_id bigint,
  data jsonb not null
) partition by range (place);
comment on table event is
  'The feed of events, in the order in which they became visible. A partition a day (UTC) is made by the sequencer, and dropped when it is '
  'older than events are kept.';
comment on column event.place is
  'When the event got its place, in microseconds since 1970, and more than the place before: the id is made of it. After a restore the '
  'feed goes on behind whatever had been read.';
comment on column event.at is 'When the change happened.';
comment on column event.app_id is 'Of whom an endpoint is that the event is about; null for all others.';
comment on column event.user_id is 'Whose event it is; null for what is of no user.';
comment on column event.data is 'As the open API tells it, without user_id.';
create index event_user on event (user_id, place) where user_id is not null;
create index event_type on event (type, place);
create trigger event_append_only before update or delete on event for each row execute function refuse_change();

-- A table of its own that is attached: readers of the feed go on meanwhile, while `partition of` would lock them out.
create or replace function make_event_partition(day integer) returns void language plpgsql as $$
declare
  name text := 'event_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
begin
  if to_regclass(name) is null then
    execute format('create table %I (like event including all)', name);
    execute format('alter table event attach partition %I for values from (%s) to (%s)',
      name, day * 86400000000, (day + 1) * 86400000000);
  end if;
end $$;
comment on function make_event_partition is 'Makes the partition for the events of a day, counted from 1970 in UTC, unless it is there.';

create or replace function place_events(most integer) returns integer language plpgsql as $$
declare
  first bigint;
  day integer;
  placed integer;
begin
  if not exists (select from event_pending) then
    return 0;
  end if;
  -- The lock is held until the commit: whoever sees a place sees all before it. Each statement below sees what was committed before it.
  perform pg_advisory_xact_lock(7240039);
  first := greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, (select max(place) + 1 from event));
  day := first / 86400000000;
  -- Nothing is placed over midnight: what would reach into the next day begins there.
  if (first + most) / 86400000000 > day then
    day := day + 1;
    first := day * 86400000000;
  end if;
  perform make_event_partition(day);
  with taken as (
    delete from event_pending where id = any (array(select id from event_pending order by id limit most)) returning *
  )
  insert into event (place, type, at, app_id, user_id, data)
  select first - 1 + row_number() over (order by id), type, at, app_id, user_id, data from taken;
  get diagnostics placed = row_count;
  return placed;
end $$;
comment on function place_events is
  'Gives at most so many events that wait their places in the feed, in the order in which they were written. One transaction at a time '
  'does it.';

-- Dropping locks the feed for a moment. Where a long read stands in the way, as a backup does, it gives up and is tried again later.
create or replace function drop_events(before date) returns integer language plpgsql set lock_timeout = '200ms' as $$
declare
  name text;
  dropped integer := 0;
begin
  -- The newest stays, whatever its age: the feed has an end to go on from.
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'event'::regclass order by c.relname desc offset 1
  loop
    if name < 'event_' || to_char(before, 'YYYYMMDD') then
      execute format('drop table %I', name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end $$;
comment on function drop_events is
  'Drops the partitions of days before that one, and tells how many; 0 where somebody reads them for longer than a moment.';

create or replace function emit_evidence_created() returns trigger language plpgsql as $$
begin
  insert into event_pending (type, at, user_id, data)
  select 'evidence.created', e.saved_at, e.user_id, jsonb_build_object('baoquan', e.number, 'sha256', f.sha256)
    from new_rows f
    -- Looked up one by one: a plan that was made while there was little evidence would read all of it for each batch.
    cross join lateral (select number, user_id, saved_at from evidence where id = f.evidence_id limit 1) e
   where split_part(f.name, '.', 1) = 'original-1' order by f.evidence_id;
  return null;
end $$;
comment on function emit_evidence_created is 'Tells of evidence once its main file is there, whoever makes it.';
create trigger evidence_file_event after insert on evidence_file referencing new table as new_rows
  for each statement execute function emit_evidence_created();

create table event_anchored (
  only_one boolean primary key default true check (only_one),
  size bigint not null check (size >= 0)
);
comment on table event_anchored is
  'Up to which size of the log the feed has told that evidence is anchored: each is told once, whatever is configured later.';
-- What is anchored by now is not told any more.
insert into event_anchored (size)
select least(
  coalesce((select max(checkpoint_size) from log_timestamp where state = 'done'), checkpoint.size),
  coalesce((select max(checkpoint_size) from log_anchor where state = 'done'), checkpoint.size))
  from (select coalesce(max(size), 0) as size from log_checkpoint) checkpoint;
