-- Every checkpoint has a token of its own, and where it is asked for every evidence: many wait at once, newest first, and how the authority does is told in one place.

create table stamp_line (
  name text primary key check (name in ('checkpoints', 'evidence')),
  up_to bigint not null, -- checkpoints up to this size, entries below this index stand in line, have a token, or are older than the line
  attempts integer not null default 0, -- failures since the last token
  last_error text,
  failing_since timestamptz,
  next_at timestamptz not null default now() -- before this the authority is not asked
);
insert into stamp_line (name, up_to) select 'checkpoints', max(checkpoint_size) from log_timestamp having max(checkpoint_size) is not null;

drop index log_timestamp_waiting;
create index log_timestamp_waiting on log_timestamp (checkpoint_size) where state = 'waiting';
-- The first token that covers an entry is found past however many that wait.
create index log_timestamp_done on log_timestamp (checkpoint_size) where state = 'done';
alter table log_timestamp drop column attempts, drop column last_error, drop column failing_since;
update log_timestamp set next_at = now() where state = 'waiting';

-- A token over the manifest of one evidence: over its entry in the log, byte for byte.
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
  check ((state = 'done') = (der is not null and der_sha256 is not null and chain_pem is not null and gen_time is not null and done_at is not null))
);
create index evidence_timestamp_waiting on evidence_timestamp (seq) where state = 'waiting';
create index evidence_timestamp_done on evidence_timestamp (seq) where state = 'done';

create function refuse_change_when_stamped() returns trigger language plpgsql as $$
begin
  if old.state = 'done' or tg_op = 'DELETE' or new.seq <> old.seq then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
create trigger evidence_timestamp_append_only before update or delete on evidence_timestamp for each row execute function refuse_change_when_stamped();
create trigger evidence_timestamp_no_truncate before truncate on evidence_timestamp for each statement execute function refuse_change();
