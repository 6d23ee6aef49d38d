-- Not-before marks (decision 0042): what could not be known earlier, and which evidence shows it.

create table mark (
  sha256 text collate "C" primary key check (octet_length(sha256) = 64 and sha256 !~ '[^0-9a-f]'), -- of its json
  code text collate "C" not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  json bytea not null check (length(json) <= 262144), -- mark.json, byte for byte
  checkpoint_size bigint not null references log_checkpoint (size),
  timestamp_size bigint references log_timestamp (checkpoint_size), -- of the token that the mark names; null for none
  made_at timestamptz not null default clock_timestamp(),
  user_id bigint references users (id), -- who asked for it; null for a capture's, which the office makes itself
  expires_at timestamptz,
  used_by text collate "C" unique check (used_by ~ '^[0-9A-F]{32}$'), -- the evidence's number, or the recording's that becomes one
  used_at timestamptz,
  binding text check (binding in ('capture', 'file', 'unbound')), -- null until there is the evidence
  clocks jsonb, -- of a capture: the clocks side by side
  check ((user_id is null) = (expires_at is null)),
  check ((used_by is null) = (used_at is null)),
  check (timestamp_size is null or timestamp_size = checkpoint_size),
  check (binding is null or used_by is not null)
);
comment on table mark is
  'Not-before marks as they were made, each for one evidence. One that nobody used is forgotten some days after it expired.';
create index mark_expiry on mark (expires_at) where used_by is null;

create or replace function refuse_mark_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.used_by is null then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (new.sha256, new.code, new.json, new.checkpoint_size, new.timestamp_size, new.made_at, new.user_id, new.expires_at, new.clocks)
      is not distinct from
      (old.sha256, old.code, old.json, old.checkpoint_size, old.timestamp_size, old.made_at, old.user_id, old.expires_at, old.clocks)
    and (old.used_by is null or (new.used_by = old.used_by and new.used_at = old.used_at))
    and (old.binding is null or new.binding = old.binding)
  then
    return new;
  end if;
  raise exception 'a mark is used once and never changed';
end $$;
comment on function refuse_mark_change is 'Lets a mark be used once, and an unused one be forgotten; all else stays as it was written.';
create trigger mark_unchanged before update or delete on mark for each row execute function refuse_mark_change();

-- Beside `keep_orders`, which most batches go to: what hands in no mark pays nothing for those that do. Locks come in one order for
-- everybody: unique ids, marks, balances.
create or replace function keep_marked_orders(orders json, entries bytea[], details bytea[], price bigint, saved timestamptz)
returns table (place integer, outcome text, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  faults jsonb;
  kept record;
begin
  perform pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended((o ->> 'app_id') || E'\n' || (o ->> 'unique_id'), 0) as key from json_array_elements(orders) o
    order by key) k;
  perform from mark m where m.sha256 = any (array(select o ->> 'mark' from json_array_elements(orders) o)) order by m.sha256
    for no key update;

  -- By place, of those alone that have one.
  select coalesce(jsonb_object_agg(j.place, j.fault) filter (where j.fault is not null), '{}') into faults from (
    select o ->> 'place' as place,
      case
        when o ->> 'mark' is null then null
        -- A repetition, whose mark its first call used: it is answered, or refused, as such.
        when exists (select from intake_request r where r.app_id = o ->> 'app_id' and r.unique_id = o ->> 'unique_id') then null
        when m.sha256 is null then 'mark_unknown'
        when m.user_id is distinct from (o ->> 'user_id')::bigint then 'mark_foreign'
        when m.used_by is not null then 'mark_used'
        when m.expires_at <= clock_timestamp() then 'mark_expired'
        -- The second of two in one batch waits for what becomes of the first.
        when row_number() over (partition by o ->> 'mark' order by (o ->> 'place')::integer) > 1 then 'changed'
      end as fault
      from json_array_elements(orders) o
      left join mark m on m.sha256 = o ->> 'mark') j;

  for kept in
    select k.place, k.outcome, k.answer, g.number, g.mark, g.mark_binding
      from keep_orders(
        (select coalesce(json_agg(o), '[]') from json_array_elements(orders) o where not faults ? (o ->> 'place')),
        entries, details, price, saved) k
      join json_to_recordset(orders) g (place integer, number text, mark text, mark_binding text) using (place)
  loop
    if kept.outcome = 'kept' and kept.mark is not null then
      update mark set used_by = kept.number, used_at = clock_timestamp(), binding = kept.mark_binding where sha256 = kept.mark;
    end if;
    place := kept.place;
    outcome := kept.outcome;
    answer := kept.answer;
    return next;
  end loop;
  return query select f.key::integer, f.value, null::jsonb from jsonb_each_text(faults) f;
end $$;
comment on function keep_marked_orders is
  'As keep_orders, for batches in which somebody hands in a not-before mark. Further outcomes: ''mark_unknown'', ''mark_foreign'', '
  '''mark_used'', ''mark_expired''. The mark of what is kept is used.';
