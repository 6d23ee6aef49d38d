-- The transparency log (decision 0006): entries that wait, the tree that took them up, its signed checkpoints, and what outsiders say about those.

-- Written in the transaction of what it tells of; the sequencer moves the row into log_entry and deletes it here.
create table log_pending (
  id bigint generated always as identity primary key,
  entry bytea not null check (length(entry) <= 65535), -- an entry bundle holds no longer one
  enqueued_at timestamptz not null default clock_timestamp()
);

create table log_entry (
  seq bigint primary key check (seq >= 0), -- the leaf's index
  pending_id bigint unique, -- null for what the sequencer adds itself: the head of the trail
  leaf_hash bytea not null check (length(leaf_hash) = 32),
  entry bytea not null
);

-- Two checkpoints never follow the same one: previous_size is what makes growing a compare-and-swap.
create table log_checkpoint (
  size bigint primary key,
  previous_size bigint not null unique, -- 0 before the first
  root bytea not null check (length(root) = 32),
  note text not null, -- C2SP signed note, byte for byte
  trail_seq bigint not null, -- how far the trail's chain is in the log; 0 when it is not
  signed_at timestamptz not null, -- never before its predecessor's, whatever the clock does
  check (previous_size >= 0 and size > previous_size)
);

-- The widest form of each tile; its narrower ones are its beginning.
create table log_tile (
  level smallint not null check (level between 0 and 63),
  index bigint not null check (index >= 0),
  bytes bytea not null check (length(bytes) between 32 and 8192 and length(bytes) % 32 = 0),
  primary key (level, index)
);
alter table log_tile alter bytes set storage external; -- hashes do not compress

-- Whose log it is; the private key is the secret `log-key`.
create table log_identity (
  only_one boolean primary key default true check (only_one),
  origin text not null,
  public_key bytea not null check (length(public_key) = 32),
  created_at timestamptz not null default now()
);

-- An RFC 3161 token over a checkpoint. One waits at a time: the token of a later checkpoint covers the earlier ones too.
create table log_timestamp (
  checkpoint_size bigint primary key references log_checkpoint (size),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  attempts integer not null default 0,
  last_error text,
  next_at timestamptz not null default now(),
  der bytea, -- the whole TimeStampResp
  der_sha256 bytea, -- a token's frame is covered by no signature (decision 0007)
  chain_pem text,
  gen_time timestamptz,
  serial text,
  policy text,
  done_at timestamptz,
  check ((state = 'done') = (der is not null and der_sha256 is not null and chain_pem is not null and gen_time is not null and done_at is not null))
);
create unique index log_timestamp_waiting on log_timestamp ((true)) where state = 'waiting';

-- A transaction of an EVM chain that holds a checkpoint's root.
create table log_anchor (
  checkpoint_size bigint primary key references log_checkpoint (size),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done')),
  attempts integer not null default 0,
  last_error text,
  next_at timestamptz not null default now(),
  tx_hash text,
  block_height bigint,
  chain_time timestamptz,
  check (state <> 'done' or (tx_hash is not null and block_height is not null and chain_time is not null))
);
create unique index log_anchor_open on log_anchor ((true)) where state <> 'done';

create function refuse_other_bytes() returns trigger language plpgsql as $$
begin
  if new.level <> old.level or new.index <> old.index or substring(new.bytes for length(old.bytes)) <> old.bytes then
    raise exception 'a tile only grows: % is append-only', tg_table_name;
  end if;
  return new;
end $$;
create function refuse_change_when_done() returns trigger language plpgsql as $$
begin
  if old.state = 'done' or tg_op = 'DELETE' or new.checkpoint_size <> old.checkpoint_size then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;

create trigger log_pending_unchanged before update on log_pending for each row execute function refuse_change();
create trigger log_entry_append_only before update or delete on log_entry for each row execute function refuse_change();
create trigger log_entry_no_truncate before truncate on log_entry for each statement execute function refuse_change();
create trigger log_checkpoint_append_only before update or delete on log_checkpoint for each row execute function refuse_change();
create trigger log_checkpoint_no_truncate before truncate on log_checkpoint for each statement execute function refuse_change();
create trigger log_identity_append_only before update or delete on log_identity for each row execute function refuse_change();
create trigger log_identity_no_truncate before truncate on log_identity for each statement execute function refuse_change();
create trigger log_tile_grows before update on log_tile for each row execute function refuse_other_bytes();
create trigger log_tile_stays before delete on log_tile for each row execute function refuse_change();
create trigger log_tile_no_truncate before truncate on log_tile for each statement execute function refuse_change();
create trigger log_timestamp_append_only before update or delete on log_timestamp for each row execute function refuse_change_when_done();
create trigger log_timestamp_no_truncate before truncate on log_timestamp for each statement execute function refuse_change();
create trigger log_anchor_append_only before update or delete on log_anchor for each row execute function refuse_change_when_done();
create trigger log_anchor_no_truncate before truncate on log_anchor for each statement execute function refuse_change();
