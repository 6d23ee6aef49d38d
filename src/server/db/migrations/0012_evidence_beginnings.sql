-- The evidence list at ten million rows: what numbers begin with is counted for up to three digits, and found in one index that also holds what the
-- list filters and sorts by, so that a short beginning with a status or a time touches no row (decision 0002).

alter table evidence
  drop constraint evidence_number_key,
  add constraint evidence_number_key unique (number) include (shown_in, file_status, saved_at, id);

-- What cuts the term columns of a list into the pieces that are counted: (scope, variadic fields) -> pieces, each begun with 'scope:'.
alter table list_declared add column term_function text not null default 'search_terms';

-- The beginnings of one to three characters of the first field, which has no fewer, under the scope alone and under the scope with the second: 'personal:A1'
-- and 'personal/stored:A1'. A fourth character leaves one random number in 65,536: so few that nobody needs to count them. One expression and not strict, so
-- that it is inlined: counting ten million rows anew calls it for each.
create function beginning_terms(scope text, variadic fields text[]) returns text[] language sql immutable parallel safe as
$$ select array[
  scope || ':' || left(fields[1], 1), scope || ':' || left(fields[1], 2), scope || ':' || left(fields[1], 3),
  scope || '/' || fields[2] || ':' || left(fields[1], 1), scope || '/' || fields[2] || ':' || left(fields[1], 2), scope || '/' || fields[2] || ':' || left(fields[1], 3)
] collate "C" $$;

-- As in 0003, but that the pieces are made by the list's own function.
create or replace function list_delta_sql(d list_declared, row_sets text[], signs integer[]) returns text[] language plpgsql stable as $$
declare
  rows_sql text := '';
  facets_sql text;
  scope text := list_facet_sql(coalesce(d.term_facet, ''));
  fields text;
  counts text;
  terms text;
begin
  select string_agg('(' || list_facet_sql(f) || ')', ', ') into facets_sql from unnest(d.facets) f;
  for i in 1 .. cardinality(row_sets) loop
    rows_sql := rows_sql || case when i > 1 then ' union all ' else '' end
      || format('select f.facet, list_day(r.%I) as day, %s as n from %s r cross join lateral (values %s) f (facet) where r.%1$I is not null',
        d.time_column, signs[i], row_sets[i], facets_sql);
  end loop;
  counts := format('insert into list_count_delta (list, facet, day, n) select %L, c.facet, c.day, sum(c.n) from (%s) c group by c.facet, c.day having sum(c.n) <> 0',
    d.list, rows_sql);
  if d.term_columns is null then
    return array[counts];
  end if;
  select string_agg(format('r.%I', f), ', ') into fields from unnest(d.term_columns) f;
  rows_sql := '';
  for i in 1 .. cardinality(row_sets) loop
    rows_sql := rows_sql || case when i > 1 then ' union all ' else '' end
      || format('select %s as scope, array[%s] as fields, %s as n from %s r', scope, fields, signs[i], row_sets[i]);
  end loop;
  terms := format('insert into list_term_delta (list, term, n) select %L, t.term, sum(c.n)
    from (select r.scope, r.fields, sum(r.n) as n from (%s) r group by r.scope, r.fields having sum(r.n) <> 0) c
    cross join lateral unnest(%I(c.scope, variadic c.fields)) t (term) group by t.term having sum(c.n) <> 0',
    d.list, rows_sql, d.term_function);
  return array[counts, terms];
end $$;

drop function declare_list(text, text, text, text[], text, text[]);
create function declare_list(name text, source text, time_column text, facets text[], term_facet text default null, term_columns text[] default null, term_function text default 'search_terms')
returns void language plpgsql as $$
declare
  d list_declared;
  event record;
  body text;
  label text := replace(name, ':', '_');
begin
  insert into list_declared values (name, source, time_column, facets, term_facet, term_columns, term_function) returning * into d;
  for event in select * from (values
    ('insert', 'new table as new_rows', array['new_rows'], array[1]),
    ('update', 'old table as old_rows new table as new_rows', array['new_rows', 'old_rows'], array[1, -1]),
    ('delete', 'old table as old_rows', array['old_rows'], array[-1])) e (op, referencing, row_sets, signs)
  loop
    body := array_to_string(list_delta_sql(d, event.row_sets, event.signs), ';' || chr(10) || '  ');
    -- Replaced where the list was declared before: declaring it anew is how its counters change.
    execute format('create or replace function %I() returns trigger language plpgsql as %L',
      format('count_%s_%s', label, event.op), format(E'begin\n  %s;\n  return null;\nend', body));
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function %I()',
      format('count_%s_%s', label, event.op), event.op, source, event.referencing, format('count_%s_%s', label, event.op));
  end loop;
  execute format('create or replace trigger %I after truncate on %I for each statement execute function count_list_truncate(%L)',
    format('count_%s_truncate', label), source, name);
  perform recount_list(name);
end $$;

delete from list_declared where list = 'evidence';
select declare_list('evidence', 'evidence', 'saved_at', array['shown_in', 'shown_in+file_status'], 'shown_in', array['number', 'file_status'], 'beginning_terms');
