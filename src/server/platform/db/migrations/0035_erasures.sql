-- Personal data of users that is erased on request, by two people (docs/decisions/0064-erasure.md, 个人信息保护法 §47).

create table erasure (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  state text not null default 'requested' check (state in ('requested', 'refused', 'approved', 'stopped', 'erased', 'done')),
  reason text not null check (char_length(reason) between 1 and 200),
  -- No foreign keys: an erasure that is repeated after a restore may name people whom the older rows do not know.
  requested_by bigint not null,
  requested_name text not null,
  requested_at timestamptz not null default clock_timestamp(),
  decided_by bigint,
  decided_name text not null default '',
  decided_at timestamptz,
  outcome text not null default '', -- why it was refused or stopped
  erased_at timestamptz, -- the rows, all at once
  done_at timestamptz, -- the files too
  evidence integer not null default 0,
  trail_rows integer not null default 0,
  repeated_at timestamptz, -- when it was begun again in a database from before it
  constraint erasure_two_people check (decided_by <> requested_by or state = 'refused'),
  constraint erasure_decided check ((decided_by is null) = (state = 'requested')),
  constraint erasure_carried_out check (
    (erased_at is not null) = (state in ('erased', 'done')) and (done_at is not null) = (state = 'done'))
);
comment on table erasure is 'Requests to erase the personal data of a user, who decided them, and how far each is carried out.';
comment on column erasure.outcome is 'Why it was refused or stopped; empty otherwise.';
comment on column erasure.trail_rows is 'Rows of the trail from which words were taken.';
comment on column erasure.repeated_at is 'When it was begun again, in a database that was restored from before it.';
create unique index erasure_open on erasure (user_id) where state in ('requested', 'approved', 'erased', 'done');
create index erasure_due on erasure (id) where state in ('approved', 'erased');
create or replace function refuse_erasure_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state not in ('refused', 'stopped', 'done')
    and (new.id, new.user_id, new.requested_by, new.requested_name, new.requested_at)
      = (old.id, old.user_id, old.requested_by, old.requested_name, old.requested_at)
    and (old.decided_by is null or (new.decided_by, new.decided_name, new.decided_at) = (old.decided_by, old.decided_name, old.decided_at))
  then
    return new;
  end if;
  raise exception 'an erasure stays as it was decided';
end $$;
create trigger erasure_stays before update or delete on erasure for each row execute function refuse_erasure_change();
create trigger erasure_no_truncate before truncate on erasure for each statement execute function refuse_change();

create table erased_object (
  erasure_id bigint not null references erasure (id),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  ended_at timestamptz, -- when it was gone, or found to be somebody else's too
  is_kept boolean not null default false,
  primary key (erasure_id, sha256)
);
comment on table erased_object is 'Stored files that an erasure takes away, and which of them are gone.';
comment on column erased_object.is_kept is 'Somebody else has put the same file and named it meanwhile: it stays, as theirs.';
create index erased_object_due on erased_object (erasure_id) where ended_at is null;

create table trail_erased (
  trail_id bigint not null references trail (id),
  erasure_id bigint not null references erasure (id),
  rest_sha256 bytea not null check (octet_length(rest_sha256) = 32),
  primary key (trail_id, erasure_id)
);
comment on table trail_erased is
  'Rows of the trail from which words were erased, with the hash of what is left. The erasure''s own row of the trail has the hash of all '
  'of them, so that no other row can be changed under this name.';
comment on column trail_erased.rest_sha256 is 'SHA-256 of the row''s canonical text as this erasure left it; the newest erasure''s counts.';
create index trail_erased_erasure on trail_erased (erasure_id, trail_id);
create trigger trail_erased_stays before update or delete on trail_erased for each row execute function refuse_change();
create trigger trail_erased_no_truncate before truncate on trail_erased for each statement execute function refuse_change();

create or replace function erasable_columns(of_table text) returns text[] language sql immutable parallel safe as $$
  select case of_table
    -- Generated columns follow from the others; a trigger before the change does not see them.
    when 'trail' then array['actor_name', 'before', 'after', 'actor_key', 'subject', 'number']
    when 'evidence_file' then array['content']
    when 'capture_archive' then array['replay']
    when 'user_login' then array['mobile', 'ip', 'account']
    when 'feedback' then array['content', 'model', 'system']
    when 'check_record' then array['reason']
    when 'notarization_check' then array['reason']
    when 'refund' then array['reason']
    when 'points_gift' then array['mobile', 'note']
    when 'points_transfer' then array['note']
    when 'points_gift_reversal' then array['note']
    when 'payment' then array['payer']
    when 'note' then array['body']
    else case when of_table ~ '^event_[0-9]' then array['data'] else array[]::text[] end end
$$;
comment on function erasable_columns is 'What an erasure may change of the rows of a table that is append-only otherwise.';

create or replace function refuse_unless_erasing() returns trigger language plpgsql as $$
declare
  erasable text[];
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('notary.erasure', true), '') <> '' then
    erasable := erasable_columns(tg_table_name);
    if to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and exists (select from erasure where id = current_setting('notary.erasure')::bigint and state = 'approved') then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_unless_erasing is
  'As refuse_change. An erasure that two people have decided may take personal words from some columns, in its own transaction.';
create or replace trigger trail_append_only before update or delete on trail
  for each row execute function refuse_unless_erasing();
create or replace trigger evidence_file_append_only before update or delete on evidence_file
  for each row execute function refuse_unless_erasing();
create or replace trigger capture_archive_append_only before update or delete on capture_archive
  for each row execute function refuse_unless_erasing();
create or replace trigger user_login_append_only before update or delete on user_login
  for each row execute function refuse_unless_erasing();
create or replace trigger feedback_append_only before update or delete on feedback
  for each row execute function refuse_unless_erasing();
create or replace trigger check_record_append_only before update or delete on check_record
  for each row execute function refuse_unless_erasing();
create or replace trigger notarization_check_append_only before update or delete on notarization_check
  for each row execute function refuse_unless_erasing();
create or replace trigger refund_append_only before update or delete on refund
  for each row execute function refuse_unless_erasing();
create or replace trigger points_gift_append_only before update or delete on points_gift
  for each row execute function refuse_unless_erasing();
create or replace trigger points_transfer_append_only before update or delete on points_transfer
  for each row execute function refuse_unless_erasing();
create or replace trigger points_gift_reversal_append_only before update or delete on points_gift_reversal
  for each row execute function refuse_unless_erasing();
create or replace trigger payment_append_only before update or delete on payment
  for each row execute function refuse_unless_erasing();
create or replace trigger event_append_only before update or delete on event
  for each row execute function refuse_unless_erasing();
create or replace trigger note_append_only before update or delete on note
  for each row execute function refuse_unless_erasing();

create or replace function without_words(given text, words text[]) returns text language plpgsql immutable parallel safe as $$
declare
  word text;
begin
  foreach word in array words loop
    -- A number within a longer one is another number.
    given := case when word ~ '^[0-9A-Za-z]+$'
      then regexp_replace(given, '(?<![0-9A-Za-z])' || word || '(?![0-9A-Za-z])', '已删除', 'gi')
      else replace(given, word, '已删除') end;
  end loop;
  return given;
end $$;
comment on function without_words is 'A text in which 已删除 stands for each of the words.';

create or replace function without_words_json(given jsonb, words text[], names text[]) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  told text := given #>> '{}';
begin
  return case jsonb_typeof(given)
    when 'object' then (
      select coalesce(jsonb_object_agg(m.key, case
          when m.key = 'name' and m.value #>> '{}' = any (names) then to_jsonb('已删除'::text)
          else without_words_json(m.value, words, names) end), '{}') from jsonb_each(given) m)
    when 'array' then (
      select coalesce(jsonb_agg(without_words_json(m.value, words, names) order by m.at), '[]')
        from jsonb_array_elements(given) with ordinality m (value, at))
    -- A name may be called like a state of the program: then it is taken from names alone.
    when 'string' then to_jsonb(case when told = any (names) and told !~ '^[a-z-]+$' then '已删除' else without_words(told, words) end)
    else given end;
end $$;
comment on function without_words_json is
  'The like for the texts in JSON: words wherever they stand, and names where they are the whole of a text.';
