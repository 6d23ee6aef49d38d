-- The trail: every state change, linked into a hash chain (docs/decisions/0005-trail-chain.md). And what keeps rows from being changed.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_change is 'Keeps the rows of a table as they were written.';

create table trail (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('operator', 'client', 'command', 'system')),
  actor_id text not null,
  actor_name text not null,
  ip text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  -- The chain does not cover the columns below: they follow from those above.
  -- Counters know a row by its values alone: an actor's name must not be taken for an action, nor for two values.
  actor_key text collate "C" not null generated always as ('@' || replace(actor_name, '/', '／')) stored,
  -- An object with a number of 32 or 64 hexadecimal digits is looked up by the whole of it; its pieces would cost each evidence a hundred
  -- entries of an index.
  subject text not null generated always as (case when object ~ '[0-9A-Fa-f]{32}' then '' else object end) stored,
  number text collate "C" not null
    generated always as (coalesce(upper(substring(object from '[0-9A-Fa-f]{32,64}') collate "C"), '')) stored
);
comment on table trail is 'Every state change and every look at evidence. Rows are only ever added.';
comment on column trail.actor_key is '@ and the actor''s name, as the list filters by it.';
comment on column trail.subject is 'The object as keywords find it; empty where it has a long number.';
comment on column trail.number is 'The long number of the object in upper case; empty without one.';
create index trail_object on trail (object, id desc);
create index trail_list on trail (at desc, id desc);
create index trail_list_actor on trail (actor_key, at desc, id desc);
create index trail_list_action on trail (action, at desc, id desc);
create index trail_list_both on trail (actor_key, action, at desc, id desc);
-- At most 256 kB of rows wait to be put into the index, and are read by every search of it: a few hundred.
create index trail_terms on trail using gin ((search_terms('', actor_name, action, subject)) collate "C")
  with (fastupdate = on, gin_pending_list_limit = 256);
create index trail_number on trail (number) where number <> '';

create table trail_pending (trail_id bigint primary key);
comment on table trail_pending is
  'Rows of the trail that the chain has not taken up: it follows within a second, so that writers never queue for its head.';

create table trail_chain (
  seq bigint primary key,
  trail_id bigint not null unique references trail (id),
  hash bytea not null -- SHA-256(previous hash || canonical JSON of the row); 32 zero bytes before the first
);
comment on table trail_chain is 'The hash chain over the trail.';

create or replace function enqueue_trail() returns trigger language plpgsql as $$
begin
  insert into trail_pending (trail_id) values (new.id);
  return null;
end $$;
create trigger trail_enqueue after insert on trail for each row execute function enqueue_trail();
create trigger trail_append_only before update or delete on trail for each row execute function refuse_change();
create trigger trail_no_truncate before truncate on trail for each statement execute function refuse_change();
create trigger trail_chain_append_only before update or delete on trail_chain for each row execute function refuse_change();
create trigger trail_chain_no_truncate before truncate on trail_chain for each statement execute function refuse_change();

-- Triggers on trail: count_trail_insert, count_trail_update, count_trail_delete, count_trail_truncate.
select declare_list('trail', 'trail', 'at', array['', 'actor_key', 'action', 'actor_key+action'], '',
  array['actor_name', 'action', 'subject']);
