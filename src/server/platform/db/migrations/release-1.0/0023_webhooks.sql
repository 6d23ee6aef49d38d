-- Addresses that events are sent to, what waits to be sent there, and what came of it (docs/decisions/0037-webhooks.md). Endpoints refer to
-- nothing but their client: what waits and what was tried is found by the endpoint's number, and goes with it.

create table webhook (
  id bigint generated always as identity primary key,
  app_id text not null references credential (app_id),
  url text not null,
  types text[] not null check (cardinality(types) > 0), -- names, evidence.* or *
  description text not null default '',
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  reason text check (reason in ('gone', 'failing', 'office')), -- null where the client disabled it by itself
  after_place bigint not null, -- events up to here are not sent
  created_at timestamptz not null default clock_timestamp(),
  last_success_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  constraint webhook_reason check (reason is null or status = 'disabled')
) with (fillfactor = 50);
comment on table webhook is 'Addresses that events are sent to. Each belongs to one client.';
comment on column webhook.failing_since is 'The first failure since the last success; null while the last attempt succeeded.';
comment on column webhook.failures is 'Attempts that failed since the last success.';
create index webhook_app on webhook (app_id, id);

create table webhook_secret (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook (id) on delete cascade,
  sealed bytea not null, -- opens for this endpoint alone
  until timestamptz -- null of the one that is current
);
comment on table webhook_secret is 'What an endpoint''s events are signed with: the current secret, and older ones for a day.';
create index webhook_secret_webhook on webhook_secret (webhook_id, id desc);
create unique index webhook_secret_current on webhook_secret (webhook_id) where until is null;

create table webhook_key (
  id bigint generated always as identity primary key,
  public_key bytea not null unique check (length(public_key) = 32),
  sealed bytea not null,
  since timestamptz not null default clock_timestamp(),
  until timestamptz -- null of the one that is current
);
comment on table webhook_key is 'Ed25519 keys that the office signs events with: the current one, and an older one for a day.';
create unique index webhook_key_current on webhook_key ((until is null)) where until is null;

create table webhook_feed (
  only_one boolean primary key default true check (only_one),
  place bigint not null
);
comment on table webhook_feed is 'Up to where the feed of events has been read for all endpoints.';
insert into webhook_feed (place) values (0);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null,
  place bigint not null,
  kind text not null check (kind in ('event', 'replay', 'test')),
  attempt integer not null default 1,
  due_at timestamptz not null default now(),
  is_held boolean not null default false,
  claims integer not null default 0
) with (fillfactor = 70);
comment on table webhook_delivery is 'Attempts that are to be made; gone once an event arrived, or when nothing more is tried.';
comment on column webhook_delivery.place is 'Of the event.';
comment on column webhook_delivery.attempt is 'The number of the attempt that is to be made.';
comment on column webhook_delivery.due_at is 'When it is to be made; while it is held, the end of the lease.';
comment on column webhook_delivery.claims is 'How often it was taken: who took it once changes nothing when another has it.';
create index webhook_delivery_due on webhook_delivery (webhook_id, kind, due_at);
create index webhook_delivery_list on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_held on webhook_delivery (webhook_id) where is_held;
create index webhook_delivery_place on webhook_delivery (place);

create sequence webhook_attempt_id;
create table webhook_attempt (
  id bigint not null default nextval('webhook_attempt_id'),
  webhook_id bigint not null,
  place bigint not null,
  type text not null,
  kind text not null check (kind in ('event', 'replay', 'test')),
  attempt integer not null,
  at timestamptz not null,
  status text not null check (status in ('succeeded', 'failed')),
  http_status integer,
  duration_ms integer not null,
  error text,
  next_at timestamptz,
  request_headers jsonb not null,
  answer text,
  primary key (place, id)
) partition by range (place);
comment on table webhook_attempt is
  'Attempts that were made, with what was answered. A partition holds those of one day''s events, and is dropped with them.';
comment on column webhook_attempt.answer is 'The first 4 KB, as text; null where no answer came.';
create index webhook_attempt_list on webhook_attempt (webhook_id, id desc);
create index webhook_attempt_status on webhook_attempt (webhook_id, status, id desc);

-- A table of its own that is attached: readers go on meanwhile.
create or replace function make_attempt_partition(day integer) returns void language plpgsql as $$
declare
  name text := 'webhook_attempt_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
begin
  if to_regclass(name) is null then
    -- Two servers may want the same one.
    perform pg_advisory_xact_lock(7240040);
    if to_regclass(name) is null then
      execute format('create table %I (like webhook_attempt including all)', name);
      execute format('alter table webhook_attempt attach partition %I for values from (%s) to (%s)',
        name, day * 86400000000, (day + 1) * 86400000000);
    end if;
  end if;
end $$;
comment on function make_attempt_partition is
  'Makes the partition for attempts at events of a day, counted from 1970 in UTC, unless it is there.';

create or replace function drop_attempts(before date) returns integer language plpgsql set lock_timeout = '200ms' as $$
declare
  name text;
  dropped integer := 0;
begin
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'webhook_attempt'::regclass and c.relname < 'webhook_attempt_' || to_char(before, 'YYYYMMDD')
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end $$;
comment on function drop_attempts is
  'Drops attempts at events of days before that one, and tells how many partitions; 0 where somebody reads them for longer than a moment.';

-- An endpoint that was disabled because it failed is told to role 1.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check
  check (kind in ('mention', 'overdue', 'returned', 'damaged', 'custody', 'reassigned', 'webhook'));
