-- Files of the store: what the sweep knows of each, and what no row names.

create table stored_object (
  sha256 text collate "C" primary key check (octet_length(sha256) = 64 and sha256 !~ '[^0-9a-f]'),
  size_bytes bigint not null check (size_bytes >= 0),
  state text not null default 'unchecked' check (state in ('unchecked', 'whole', 'damaged', 'missing')),
  added_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz, -- the last look that came to a result
  due_at timestamptz not null default clock_timestamp(), -- the next look; while one is under way, when another server may take it over
  last_error text, -- why the last look came to no result; not a word about the object itself
  unread_looks integer not null default 0 check (unread_looks >= 0),
  check ((state = 'unchecked') = (checked_at is null))
);
comment on table stored_object is
  'What the sweep knows of every object of the store. A row is made with the row that first names the object, so that "never looked at", '
  '"whole", "damaged" and "missing" are told apart, and an object that was never uploaded has no row at all.';
comment on column stored_object.unread_looks is
  'Looks in a row at which this object alone could not be read although the store was well: after some it counts as damaged.';
create index stored_object_due on stored_object (due_at);
create index stored_object_looked on stored_object ((coalesce(checked_at, added_at)));
create index stored_object_faulty on stored_object (state) where state <> 'whole';
create index stored_object_unreadable on stored_object (sha256) where last_error is not null;

-- Ordered, so that two who put the same objects never wait for each other in a ring.
create or replace function note_objects(objects jsonb) returns void language sql as $$
  insert into stored_object as known (sha256, size_bytes)
  select distinct on (o.sha256) o.sha256, o.size_bytes from jsonb_to_recordset(objects) o (sha256 text, size_bytes bigint)
  where o.sha256 is not null order by o.sha256
  on conflict (sha256) do update set due_at = clock_timestamp() where known.state in ('damaged', 'missing')
$$;
comment on function note_objects is
  'Gives objects that rows name their rows in stored_object. One that is put again is whole again: who was found damaged is looked at now.';

create table unnamed_object (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  marked_at timestamptz not null default clock_timestamp(),
  removing_at timestamptz -- while a server takes it away
);
comment on table unnamed_object is
  'Stored files that no row names: what calls left that failed between their file and their transaction. One is marked, and removed by a '
  'later look when a day is over and nobody has put the same content meanwhile: whoever puts it takes the mark away before the file has '
  'its '
  'place, or waits until the removal is over.';
create index unnamed_object_marked on unnamed_object (marked_at);

create table unnamed_look (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null default clock_timestamp()
);
comment on table unnamed_look is 'When the store is gone through next; whichever server comes first takes the turn.';
insert into unnamed_look default values;
