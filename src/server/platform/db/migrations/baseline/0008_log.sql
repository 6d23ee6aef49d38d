-- The transparency log (docs/decisions/0006-transparency-log.md): entries that wait, the tree that took them up, its signed checkpoints,
-- and what outsiders say
-- about those.

create table log_pending (
  id bigint generated always as identity primary key,
  entry bytea not null check (length(entry) <= 65535), -- an entry bundle holds no longer one
  enqueued_at timestamptz not null default clock_timestamp()
);
comment on table log_pending is
  'Entries that wait, written in the transaction of what they tell of; the sequencer moves them into log_entry.';

create table log_entry (
  seq bigint primary key check (seq >= 0), -- the leaf's index
  pending_id bigint unique, -- null for what the sequencer adds itself: the head of the trail
  leaf_hash bytea not null check (length(leaf_hash) = 32),
  entry bytea not null
);
comment on table log_entry is 'The leaves of the tree.';
-- What the explorer looks up: nothing but equality is asked of it.
create index log_entry_leaf_hash on log_entry using hash (leaf_hash);

create table log_checkpoint (
  size bigint primary key,
  previous_size bigint not null unique, -- 0 before the first
  root bytea not null check (length(root) = 32),
  note text not null, -- C2SP signed note, byte for byte
  trail_seq bigint not null, -- how far the trail's chain is in the log; 0 when it is not
  signed_at timestamptz not null, -- never before its predecessor's, whatever the clock does
  check (previous_size >= 0 and size > previous_size)
);
comment on table log_checkpoint is
  'Signed heads of the tree. Two never follow the same one: previous_size is what makes growing a compare-and-swap.';

create table log_tile (
  level smallint not null check (level between 0 and 63),
  index bigint not null check (index >= 0),
  bytes bytea not null check (length(bytes) between 32 and 8192 and length(bytes) % 32 = 0),
  primary key (level, index)
);
alter table log_tile alter bytes set storage external; -- hashes do not compress
comment on table log_tile is 'The widest form of each tile; its narrower ones are its beginning.';

create table log_identity (
  only_one boolean primary key default true check (only_one),
  origin text not null,
  public_key bytea not null check (length(public_key) = 32),
  created_at timestamptz not null default now()
);
comment on table log_identity is 'Whose log it is; the private key is the secret `log-key`.';

create table log_timestamp (
  checkpoint_size bigint primary key references log_checkpoint (size),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  next_at timestamptz not null default now(), -- the end of a lease
  der bytea, -- the whole TimeStampResp
  der_sha256 bytea, -- a token's frame is covered by no signature (decision 0007)
  chain_pem text,
  gen_time timestamptz,
  serial text,
  policy text,
  done_at timestamptz,
  check (
    (state = 'done') =
    (der is not null and der_sha256 is not null and chain_pem is not null and gen_time is not null and done_at is not null)
  )
);
comment on table log_timestamp is
  'An RFC 3161 token over a checkpoint. Every checkpoint has one of its own; many wait at once, newest first.';
create index log_timestamp_waiting on log_timestamp (checkpoint_size) where state = 'waiting';
-- The first token that covers an entry is found past however many that wait.
create index log_timestamp_done on log_timestamp (checkpoint_size) where state = 'done';

create table evidence_timestamp (
  seq bigint primary key references log_entry (seq),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  next_at timestamptz not null default now(), -- the end of a lease
  der bytea, -- the whole TimeStampResp
  der_sha256 bytea, -- a token's frame is covered by no signature (decision 0007)
  chain_pem text,
  gen_time timestamptz,
  serial text,
  policy text,
  done_at timestamptz,
  check (
    (state = 'done') =
    (der is not null and der_sha256 is not null and chain_pem is not null and gen_time is not null and done_at is not null)
  )
);
comment on table evidence_timestamp is
  'An RFC 3161 token over the manifest of one evidence, where that is asked for: over its entry in the log, byte for byte.';
create index evidence_timestamp_waiting on evidence_timestamp (seq) where state = 'waiting';
create index evidence_timestamp_done on evidence_timestamp (seq) where state = 'done';

create table stamp_line (
  name text primary key check (name in ('checkpoints', 'evidence')),
  up_to bigint not null, -- checkpoints up to this size, entries below this index stand in line, have a token, or are older than the line
  attempts integer not null default 0, -- failures since the last token
  last_error text,
  failing_since timestamptz,
  next_at timestamptz not null default now() -- before this the authority is not asked
);
comment on table stamp_line is 'How far timestamps are asked for, and how the authority does.';

create table log_anchor (
  checkpoint_size bigint primary key references log_checkpoint (size),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_at timestamptz not null default now(),
  tx_hash text,
  block_height bigint,
  chain_time timestamptz,
  raw_tx text, -- stored before it is sent: sending the same bytes again changes nothing, whatever dies
  sent_at timestamptz,
  chain_id bigint,
  failing_since timestamptz, -- the first failure after the last success
  is_capped boolean not null default false, -- its bid is as high as it may be
  ended_at timestamptz, -- when it was done or failed, from which the next one's interval counts; null in older rows
  check (state <> 'done' or (tx_hash is not null and block_height is not null and chain_time is not null)),
  check (state <> 'sent' or (raw_tx is not null and tx_hash is not null and sent_at is not null and chain_id is not null)),
  check (state <> 'failed' or (tx_hash is not null and block_height is not null and chain_time is not null))
);
comment on table log_anchor is
  'A transaction of an EVM chain that holds a checkpoint''s root. One that the chain holds as failed ends its anchor for good: the row '
  'stays '
  'as it is, and the next checkpoint has its turn.';
create unique index log_anchor_open on log_anchor ((true)) where state in ('waiting', 'sent');
create index log_anchor_failed on log_anchor (checkpoint_size) where state = 'failed';
create index log_anchor_tx_hash on log_anchor using hash (tx_hash) where tx_hash is not null;

create or replace function refuse_other_bytes() returns trigger language plpgsql as $$
begin
  if new.level <> old.level or new.index <> old.index or substring(new.bytes for length(old.bytes)) <> old.bytes then
    raise exception 'a tile only grows: % is append-only', tg_table_name;
  end if;
  return new;
end $$;
comment on function refuse_other_bytes is 'Lets a tile grow and keeps the bytes that it has.';
create or replace function refuse_change_when_done() returns trigger language plpgsql as $$
begin
  if old.state = 'done' or tg_op = 'DELETE' or new.checkpoint_size <> old.checkpoint_size then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
create or replace function refuse_change_when_ended() returns trigger language plpgsql as $$
begin
  if old.state in ('done', 'failed') or tg_op = 'DELETE' or new.checkpoint_size <> old.checkpoint_size then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
create or replace function refuse_change_when_stamped() returns trigger language plpgsql as $$
begin
  if old.state = 'done' or tg_op = 'DELETE' or new.seq <> old.seq then
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
create trigger evidence_timestamp_append_only before update or delete on evidence_timestamp
  for each row execute function refuse_change_when_stamped();
create trigger evidence_timestamp_no_truncate before truncate on evidence_timestamp for each statement execute function refuse_change();
create trigger log_anchor_append_only before update or delete on log_anchor for each row execute function refuse_change_when_ended();
create trigger log_anchor_no_truncate before truncate on log_anchor for each statement execute function refuse_change();

create table office_certificate (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'), -- of the certificate's DER: what openssl calls its fingerprint
  pem text not null, -- office.pem: the certificate first, then its chain
  log_entry bigint not null unique,
  listed_at timestamptz not null default clock_timestamp(),
  origin text not null default 'made' check (origin in ('made', 'imported'))
);
comment on table office_certificate is
  'Certificates that the office signs with, each named by an entry of the log (decision 0015): whoever trusts the log''s key learns whose '
  'signature counts.';
comment on column office_certificate.origin is
  'Made by the office itself and renewed without being asked, or issued by an authority and brought by an administrator.';
create trigger office_certificate_append_only before update or delete on office_certificate for each row execute function refuse_change();
create trigger office_certificate_no_truncate before truncate on office_certificate for each statement execute function refuse_change();
