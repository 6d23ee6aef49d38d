-- An erasure takes a person's numbers from what people wrote about others, however they are spelled (docs/decisions/0064-erasure.md).

create function without_numbers(given text, numbers text) returns text language sql immutable parallel safe as $$
  select regexp_replace(given, numbers, '已删除', 'gi')
$$;
comment on function without_numbers is 'A text in which 已删除 stands for whatever the regular expression finds.';

create function without_numbers_json(given jsonb, numbers text) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(given)
    when 'object' then (
      select coalesce(jsonb_object_agg(m.key, without_numbers_json(m.value, numbers)), '{}') from jsonb_each(given) m)
    when 'array' then (
      select coalesce(jsonb_agg(without_numbers_json(m.value, numbers) order by m.at), '[]')
        from jsonb_array_elements(given) with ordinality m (value, at))
    when 'string' then to_jsonb(without_numbers(given #>> '{}', numbers))
    else given end;
end $$;
comment on function without_numbers_json is 'The like for the texts in JSON.';

-- Erasures that were decided keep their words, but for those of people who are erased later.
create function keep_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.id, new.user_id, new.requested_by, new.requested_name, new.requested_at)
      = (old.id, old.user_id, old.requested_by, old.requested_name, old.requested_at)
    and (old.decided_by is null or (new.decided_by, new.decided_name, new.decided_at) = (old.decided_by, old.decided_name, old.decided_at))
    and (old.state not in ('refused', 'stopped', 'done')
      or (to_jsonb(new) - array['reason', 'outcome'] = to_jsonb(old) - array['reason', 'outcome']
        and exists (select from erasure where id = nullif(current_setting('notary.erasure', true), '')::bigint and state = 'approved')))
  then
    return new;
  end if;
  raise exception 'an erasure stays as it was decided';
end $$;
comment on function keep_erasure is
  'Keeps erasures as they were decided; a later erasure may take its person''s numbers from their reasons.';
create or replace trigger erasure_stays before update or delete on erasure for each row execute function keep_erasure();
drop function refuse_erasure_change();
