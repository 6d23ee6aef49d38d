-- Stored files that no row names: what calls left that failed between their file and their transaction. One is marked, and removed by a later look when a day is
-- over and nobody has put the same content meanwhile: whoever puts it takes the mark away before the file has its place, or waits until the removal is over.
create table unnamed_object (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  marked_at timestamptz not null default clock_timestamp(),
  removing_at timestamptz -- while a server takes it away
);
create index unnamed_object_marked on unnamed_object (marked_at);

-- When the store is gone through next; whichever server comes first takes the turn.
create table unnamed_look (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null default clock_timestamp()
);
insert into unnamed_look default values;
