-- What the sweep knows of every object of the store. A row is made with the row that first names the object, so that "never looked at", "whole",
-- "damaged" and "missing" are told apart, and an object that was never uploaded has no row at all.

create table stored_object (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes >= 0),
  state text not null default 'unchecked' check (state in ('unchecked', 'whole', 'damaged', 'missing')),
  added_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz, -- the last look that came to a result
  due_at timestamptz not null default clock_timestamp(), -- the next look; while one is under way, when another server may take it over
  last_error text, -- why the last look came to no result; not a word about the object itself
  check ((state = 'unchecked') = (checked_at is null))
);
create index stored_object_due on stored_object (due_at);
create index stored_object_looked on stored_object ((coalesce(checked_at, added_at)));
create index stored_object_faulty on stored_object (state) where state <> 'whole';
create index stored_object_unreadable on stored_object (sha256) where last_error is not null;

-- An object that is put again is whole again: who was found damaged is looked at now. Ordered, so that two who put the same objects never wait for each other in a ring.
create function note_objects(objects jsonb) returns void language sql as $$
  insert into stored_object as known (sha256, size_bytes)
  select distinct on (o.sha256) o.sha256, o.size_bytes from jsonb_to_recordset(objects) o (sha256 text, size_bytes bigint) where o.sha256 is not null order by o.sha256
  on conflict (sha256) do update set due_at = clock_timestamp() where known.state in ('damaged', 'missing')
$$;

create function note_evidence_objects() returns trigger language plpgsql as $$
begin
  perform note_objects(jsonb_agg(jsonb_build_object('sha256', f.sha256, 'size_bytes', f.size_bytes))) from new_rows f where f.content is null having count(*) > 0;
  return null;
end $$;
create trigger evidence_file_objects after insert on evidence_file referencing new table as new_rows for each statement execute function note_evidence_objects();

create function note_picture_objects() returns trigger language plpgsql as $$
begin
  perform note_objects(jsonb_agg(jsonb_build_object('sha256', p.value ->> 'sha256', 'size_bytes', p.value -> 'sizeBytes')))
    from new_rows s cross join lateral jsonb_each(s.pictures) p having count(*) > 0;
  return null;
end $$;
create trigger user_submission_objects after insert on user_submission referencing new table as new_rows for each statement execute function note_picture_objects();

insert into stored_object (sha256, size_bytes)
select distinct on (sha256) sha256, size_bytes from (
  select f.sha256, f.size_bytes from evidence_file f where f.content is null
  union all
  select p.value ->> 'sha256', (p.value ->> 'sizeBytes')::bigint from user_submission s cross join lateral jsonb_each(s.pictures) p) o
where sha256 is not null order by sha256;

-- Whose evidence an object is, also where it is no original; those have an index of their own.
create index evidence_file_report on evidence_file (sha256) where role <> 'original' and content is null;

-- Since when an authority or a chain does not answer: the first failure after the last success.
alter table log_timestamp add failing_since timestamptz;
alter table log_anchor add failing_since timestamptz;
