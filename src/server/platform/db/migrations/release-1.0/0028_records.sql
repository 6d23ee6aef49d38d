-- Evidence records of RFC 4998 (docs/decisions/0043-evidence-records.md): a hash tree over each day's evidence, tokens over its root, and
-- the trees that renew tokens and hashes. A record is put together when it is asked for; nothing of it is stored twice.

create table record_tree (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('day', 'timestamps', 'hashes')),
  algorithm text not null check (algorithm in ('sha256', 'sha512')),
  reason text check (reason in ('certificate', 'algorithm')), -- why something is renewed; null for a day's first tree
  leaves integer not null check (leaves > 0),
  root bytea not null check (length(root) in (32, 64)),
  made_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  next_at timestamptz not null default now(), -- before this no token is asked for
  last_error text, -- why the token that came renews nothing
  token bytea, -- the ContentInfo alone, as records carry it
  token_sha256 bytea, -- a token's frame is covered by no signature
  gen_time timestamptz,
  ends_at timestamptz, -- of the certificate that signed the token
  signed_with text check (signed_with in ('sha256', 'sha384', 'sha512')), -- digest of the token's signature; null for any other
  serial text,
  done_at timestamptz,
  constraint record_tree_done check (
    (state = 'done') =
    (token is not null and token_sha256 is not null and gen_time is not null and ends_at is not null and done_at is not null)
  ),
  constraint record_tree_reason check ((kind = 'day') = (reason is null))
);
comment on table record_tree is
  'Hash trees of RFC 4998, each with one RFC 3161 token over its root: over a day''s evidence, over tokens whose time ends, or over a '
  'day''s evidence anew with another hash.';
create index record_tree_waiting on record_tree (id) where state = 'waiting';
create trigger record_tree_final before update on record_tree for each row when (old.state = 'done') execute function refuse_change();
create trigger record_tree_stays before delete on record_tree for each row execute function refuse_change();
create trigger record_tree_no_truncate before truncate on record_tree for each statement execute function refuse_change();

create table record_tile (
  -- Tiles come first: only when all are there is the root known.
  tree_id bigint not null references record_tree (id) deferrable initially deferred,
  level smallint not null check (level >= 0),
  index integer not null check (index >= 0),
  nodes bytea not null check (length(nodes) > 0),
  first_seq bigint, -- of the first leaf, in the log
  offsets bytea, -- of each leaf from first_seq, four bytes, the highest first
  primary key (tree_id, level, index),
  constraint record_tile_leaves check ((first_seq is null) = (offsets is null))
);
alter table record_tile alter nodes set storage external; -- hashes do not compress
comment on table record_tile is
  'Every eighth level of a tree, 256 nodes to a tile: 0 holds leaves, 1 nodes over 256 of them. What lies between is computed.';
create unique index record_tile_seq on record_tile (tree_id, first_seq) where first_seq is not null;
create trigger record_tile_append_only before update or delete on record_tile for each row execute function refuse_change();
create trigger record_tile_no_truncate before truncate on record_tile for each statement execute function refuse_change();

create table record_day (
  day date primary key,
  first_seq bigint not null,
  end_seq bigint not null,
  tree_id bigint unique references record_tree (id), -- null where no evidence came
  check (first_seq < end_seq)
);
comment on table record_day is
  'Which entries of the log a day in Shanghai brought, by the checkpoints that were signed on it, and the tree over their evidence.';
create unique index record_day_end on record_day (end_seq);
create trigger record_day_append_only before update or delete on record_day for each row execute function refuse_change();
create trigger record_day_no_truncate before truncate on record_day for each statement execute function refuse_change();

create table record_renewal (
  day date not null references record_day (day),
  ordinal smallint not null check (ordinal > 0),
  tree_id bigint not null references record_tree (id),
  position integer not null check (position >= 0),
  primary key (day, ordinal)
);
comment on table record_renewal is 'What renewed a day''s tree, in order. A tree over tokens renews many days at once.';
comment on column record_renewal.position is 'The day''s leaf in a tree over tokens; 0 for a tree over hashes, whose leaves are evidence.';
create index record_renewal_tree on record_renewal (tree_id);
create trigger record_renewal_append_only before update or delete on record_renewal for each row execute function refuse_change();
create trigger record_renewal_no_truncate before truncate on record_renewal for each statement execute function refuse_change();

create table record_gap (
  tree_id bigint not null references record_tree (id) deferrable initially deferred,
  seq bigint not null,
  name text not null,
  primary key (seq, tree_id, name)
);
comment on table record_gap is
  'Files that were lost when a hash was renewed: the evidence at that place of the log was renewed without them.';
create trigger record_gap_append_only before update or delete on record_gap for each row execute function refuse_change();
create trigger record_gap_no_truncate before truncate on record_gap for each statement execute function refuse_change();

create table record_line (
  only_one boolean primary key default true check (only_one),
  next_at timestamptz not null default now(), -- before this the authority is not asked
  attempts integer not null default 0,
  last_error text,
  failing_since timestamptz
);
comment on table record_line is 'How the authority does that gives tokens for record_tree.';
insert into record_line default values;

create table object_digest (
  sha256 text collate "C" primary key references stored_object (sha256) on delete cascade,
  sha512 bytea not null check (length(sha512) = 64),
  read_at timestamptz not null default clock_timestamp()
);
comment on table object_digest is
  'SHA-512 of stored files beside their SHA-256, from the scrub that read them: what hashes are renewed with.';
