-- Witnesses (docs/decisions/0048-asking-witnesses.md): who cosigns the log's checkpoints, what they answered, and what one of them showed
-- that this log never signed.

create table witness_policy (
  only_one boolean primary key default true check (only_one),
  text text not null, -- C2SP tlog-policy, byte for byte as published
  sha256 bytea not null check (length(sha256) = 32),
  set_at timestamptz not null default clock_timestamp()
);
comment on table witness_policy is 'The office''s own policy as the server that started last found it, for /log/policy and packages.';

create table witness_line (
  only_one boolean primary key default true check (only_one),
  next_at timestamptz not null default now() -- before this no round begins; as long as a round may take
);
comment on table witness_line is 'When the next round is due. Whoever moves it holds the round.';
insert into witness_line default values;

create table witness_round (
  id bigint generated always as identity primary key,
  checkpoint_size bigint not null references log_checkpoint (size),
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
comment on table witness_round is 'Rounds: one checkpoint, the same for all witnesses. Those of the last 90 days.';
create index witness_round_began on witness_round (began_at);

create table witness_answer (
  round_id bigint not null references witness_round (id) on delete cascade,
  url text not null,
  outcome text not null check (outcome in ('cosigned', 'later', 'silent', 'refused', 'aside', 'forked')),
  size bigint, -- that the witness says it has cosigned
  detail text, -- why there is no cosignature
  took_ms integer not null check (took_ms >= 0),
  primary key (round_id, url)
);
create index witness_answer_url on witness_answer (url, round_id);
comment on table witness_answer is 'What became of a round at each address that was asked.';

create table witness_state (
  url text primary key,
  size bigint, -- the last size that the witness is known to have cosigned
  asked_at timestamptz not null default clock_timestamp(),
  cosigned_at timestamptz, -- when its last cosignature came
  error text, -- of the last answer; null where it cosigned
  failing_since timestamptz, -- the first failure after the last cosignature
  is_aside boolean not null default false, -- it contradicted us and showed nothing for it
  next_at timestamptz not null default now() -- before this it is not asked
);
comment on table witness_state is 'How each address of the policy does.';

create table witness_cosignature (
  checkpoint_size bigint not null references log_checkpoint (size),
  key_name text collate "C" not null,
  key_id text collate "C" not null check (key_id ~ '^[0-9a-f]{8}$'),
  witness text not null, -- as the policy called it then
  algorithm text not null check (algorithm in ('ed25519', 'ml-dsa-44')),
  signed_at timestamptz not null, -- by the witness's own clock
  line text, -- as it stands under the note, without the newline; null once it is forgotten
  came_at timestamptz not null default clock_timestamp(),
  primary key (checkpoint_size, key_name, key_id)
);
comment on table witness_cosignature is
  'Cosignatures, each verified before it is stored. Lines of old checkpoints are forgotten but for one checkpoint a day; who cosigned '
  'what when stays.';
create index witness_cosignature_key on witness_cosignature (key_name, key_id, checkpoint_size);
create index witness_cosignature_lines on witness_cosignature (came_at) where line is not null;

create table cosigned_checkpoint (
  size bigint primary key references log_checkpoint (size),
  policy_sha256 bytea not null check (length(policy_sha256) = 32)
);
comment on table cosigned_checkpoint is 'Checkpoints whose cosignatures meet the office''s policy of that hash.';
create index cosigned_checkpoint_policy on cosigned_checkpoint (policy_sha256, size);

create table witness_conflict (
  id bigint generated always as identity primary key,
  url text not null,
  witness text not null, -- names of its keys in the policy
  found_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('inconsistent', 'ahead')), -- 422 to a right proof; 409 above the newest that this office signed
  asked_size bigint not null,
  newest_size bigint not null, -- of this office, after the answer
  told_size bigint, -- that the witness named
  shown_size bigint, -- of the checkpoint that the witness showed under this log's own key; null where it showed none
  shown_root bytea check (length(shown_root) = 32),
  shown_note text,
  held_from bigint, -- entries from this index on are not called anchored while nobody has answered
  answered_at timestamptz,
  operator_id bigint,
  operator text,
  answer text,
  check ((shown_size is null) = (shown_root is null) and (shown_size is null) = (shown_note is null)),
  check ((shown_size is null) = (held_from is null)),
  check ((answered_at is null) = (answer is null) and (answered_at is null) = (operator is null))
);
comment on table witness_conflict is
  'What a witness said that contradicts this log. With a checkpoint under the log''s own key it is a fork, which an administrator answers; '
  'without one the witness is set aside.';
create index witness_conflict_open on witness_conflict (held_from) where held_from is not null and answered_at is null;
create index witness_conflict_url on witness_conflict (url, id);

create or replace function refuse_cosignature_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.line is null
    and (new.checkpoint_size, new.key_name, new.key_id, new.witness, new.algorithm, new.signed_at, new.came_at)
      is not distinct from
      (old.checkpoint_size, old.key_name, old.key_id, old.witness, old.algorithm, old.signed_at, old.came_at)
  then
    return new;
  end if;
  raise exception 'a cosignature stays as it came';
end $$;
comment on function refuse_cosignature_change is 'Lets the line of a cosignature be forgotten; all else stays as it was written.';
create trigger witness_cosignature_unchanged before update or delete on witness_cosignature
  for each row execute function refuse_cosignature_change();
create trigger witness_cosignature_no_truncate before truncate on witness_cosignature
  for each statement execute function refuse_change();

create or replace function refuse_conflict_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.answered_at is null
    and (new.id, new.url, new.witness, new.found_at, new.kind, new.asked_size, new.newest_size, new.told_size, new.shown_size,
         new.shown_root, new.shown_note, new.held_from)
      is not distinct from
      (old.id, old.url, old.witness, old.found_at, old.kind, old.asked_size, old.newest_size, old.told_size, old.shown_size,
       old.shown_root, old.shown_note, old.held_from)
  then
    return new;
  end if;
  raise exception 'a conflict is answered once and never changed';
end $$;
comment on function refuse_conflict_change is 'Lets a conflict be answered once; all else stays as it was written.';
create trigger witness_conflict_unchanged before update or delete on witness_conflict
  for each row execute function refuse_conflict_change();
create trigger witness_conflict_no_truncate before truncate on witness_conflict for each statement execute function refuse_change();
