-- Clients of the intake as operators see them: their list, keys that are replaced, when each called last, and its calls of 30 days.
-- The pages are nodes 39 to 42 of the permission tree. Role 1 holds every node, whatever its row lists.

alter table credential add column id text collate "C" not null generated always as (app_id) stored;
alter table credential add column previous_key text;
alter table credential add column previous_until timestamptz;
alter table credential add constraint credential_previous check ((previous_key is null) = (previous_until is null));
comment on column credential.id is 'The app_id, under the name that a list knows its rows by.';
comment on column credential.previous_key is 'The key that was replaced last. It signs beside the present one until `previous_until`.';
create unique index credential_id on credential (id);
create index credential_list on credential (created_at desc, id desc);
create index credential_list_kind on credential (kind, created_at desc, id desc);
create index credential_list_status on credential (status, created_at desc, id desc);
create index credential_list_both on credential (kind, status, created_at desc, id desc);
create index credential_terms on credential using gin ((search_terms('', name, app_id)) collate "C") with (fastupdate = off);
-- Triggers on credential: count_clients_insert, count_clients_update, count_clients_delete, count_clients_truncate.
select declare_list('clients', 'credential', 'created_at', array['', 'kind', 'status', 'kind+status'], '', array['name', 'app_id']);

-- Endpoints that fail: the number beside the menu is asked for once a minute by every console.
create index webhook_failing on webhook (failing_since) where status = 'enabled' and failing_since is not null;

create table client_activity (
  app_id text primary key references credential (app_id),
  last_call timestamptz not null
) with (fillfactor = 50);
comment on table client_activity is 'When a client called last.';

-- A ring of partitions of three days each: what is older than 30 days is emptied by the partition, and nothing is made or dropped while
-- the server runs.
create sequence call_record_id;
create or replace function call_record_slot(day date) returns smallint language sql immutable parallel safe strict as
$$ select ((day - date '2000-01-01') / 3 % 12)::smallint $$;
comment on function call_record_slot is 'The partition of call_record in which a day in Shanghai lies.';

create table call_record (
  slot smallint not null,
  id bigint not null default nextval('call_record_id'),
  app_id text not null,
  at timestamptz not null,
  call text not null,
  status smallint not null,
  outcome text not null generated always as (case when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end) stored,
  ms integer not null,
  ip text not null,
  refusal text not null,
  message text not null,
  signed_over text not null,
  primary key (id, slot)
) partition by list (slot);
comment on table call_record is 'Calls of clients, of 30 days. Written in batches, up to a second after the call.';
comment on column call_record.slot is 'As call_record_slot makes it of the day of `at`.';
comment on column call_record.app_id is 'Of a client that is there. Without a foreign key, which would look each row up again.';
comment on column call_record.call is 'POST /open/v1/evidence: method and path, without the query.';
comment on column call_record.refusal is 'The code of the refusal; empty for a call that was carried out.';
comment on column call_record.message is 'What the client was told.';
comment on column call_record.signed_over is 'The text that a signature did not fit; else empty.';
alter sequence call_record_id owned by call_record.id;
create index call_record_list on call_record (app_id, at desc, id desc);
create index call_record_list_outcome on call_record (app_id, outcome, at desc, id desc);
do $$ begin
  for slot in 0 .. 11 loop
    execute format('create table call_record_%s partition of call_record for values in (%s)', slot, slot);
  end loop;
end $$;
-- Triggers on call_record: count_call_records_insert, count_call_records_update, count_call_records_delete, count_call_records_truncate.
select declare_list('call_records', 'call_record', 'at', array['app_id', 'app_id+outcome']);

create or replace function forget_call_records(before date) returns integer language plpgsql as $$
declare
  oldest timestamptz;
  newest timestamptz;
  emptied integer := 0;
begin
  for part in 0 .. 11 loop
    select at into newest from call_record where slot = part order by id desc limit 1;
    continue when newest is null;
    select at into oldest from call_record where slot = part order by id limit 1;
    if list_day(newest) < before then
      execute format('truncate call_record_%s', part);
      insert into list_count_delta (list, facet, day, n)
      select c.list, c.facet, c.day, -sum(c.n) from (
        select k.list, k.facet, k.bucket as day, k.n from list_count k
        where k.list = 'call_records' and k.level = 'day' and k.bucket < before and call_record_slot(k.bucket) = part
        union all
        select d.list, d.facet, d.day, d.n from list_count_delta d
        where d.list = 'call_records' and d.day < before and call_record_slot(d.day) = part) c
      group by 1, 2, 3 having sum(c.n) <> 0;
      emptied := emptied + 1;
    elsif list_day(oldest) < before - 3 then
      delete from call_record where slot = part and at < list_day_start(before);
    end if;
  end loop;
  return emptied;
end $$;
comment on function forget_call_records is
  'Empties the partitions of call_record whose rows all lie before a day, and takes their counts back; returns how many. A partition that '
  'was begun anew after a long pause has rows of both times: the old ones are deleted.';
