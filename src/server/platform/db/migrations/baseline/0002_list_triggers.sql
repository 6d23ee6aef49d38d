-- Makes the triggers that count a list, from its declaration.

create or replace function list_facet_sql(facet text) returns text language sql stable as $$
  select case when facet = '' then quote_literal('')
    else 'concat_ws(''/'', ' || (select string_agg(format('r.%I', c), ', ') from unnest(string_to_array(facet, '+')) c) || ')' end
$$;
comment on function list_facet_sql is '''type+status'' -> concat_ws(''/'', r.type, r.status)';

-- Equal rows are added up before anything is cut into pieces: what an update left as it was cancels out. Where the list adds something up,
-- what changes a sum
-- alone leaves a delta too.
create or replace function list_delta_sql(d list_declared, row_sets text[], signs integer[]) returns text[] language plpgsql stable as $$
declare
  rows_sql text := '';
  facets_sql text;
  scope text := list_facet_sql(coalesce(d.term_facet, ''));
  fields text;
  counts text;
  terms text;
  sums integer := cardinality(d.sum_columns);
  names text := ''; -- , s1, s2
  added text := ''; -- , sum(c.s1), sum(c.s2)
  changed text := ''; -- or sum(c.s1) <> 0 or sum(c.s2) <> 0
  signed text;
begin
  for k in 1 .. sums loop
    names := names || format(', s%s', k);
    added := added || format(', sum(c.s%s)::bigint as s%1$s', k);
    changed := changed || format(' or sum(c.s%s) <> 0', k);
  end loop;
  select string_agg('(' || list_facet_sql(f) || ')', ', ') into facets_sql from unnest(d.facets) f;
  for i in 1 .. cardinality(row_sets) loop
    signed := '';
    for k in 1 .. sums loop signed := signed || format(', %s * r.%I as s%s', signs[i], d.sum_columns[k], k); end loop;
    rows_sql := rows_sql || case when i > 1 then ' union all ' else '' end
      || format('select f.facet, list_day(r.%I) as day, %s as n%s from %s r '
        'cross join lateral (values %s) f (facet) where r.%1$I is not null',
        d.time_column, signs[i], signed, row_sets[i], facets_sql);
  end loop;
  counts := format('insert into list_count_delta (list, facet, day, n%s) select %L, c.facet, c.day, sum(c.n)%s from (%s) c '
    'group by c.facet, c.day having sum(c.n) <> 0%s',
    names, d.list, added, rows_sql, changed);
  if d.term_columns is null then
    return array[counts];
  end if;
  select string_agg(format('r.%I', f), ', ') into fields from unnest(d.term_columns) f;
  rows_sql := '';
  for i in 1 .. cardinality(row_sets) loop
    signed := '';
    for k in 1 .. sums loop signed := signed || format(', %s * r.%I as s%s', signs[i], d.sum_columns[k], k); end loop;
    rows_sql := rows_sql || case when i > 1 then ' union all ' else '' end
      || format('select %s as scope, array[%s] as fields, %s as n%s from %s r', scope, fields, signs[i], signed, row_sets[i]);
  end loop;
  terms := format('insert into list_term_delta (list, terms, n%s) select %L, array_agg(c.term), array_agg(c.n)%s from (
    select t.term, sum(c.n)::bigint as n%s, (row_number() over () - 1) / 1000 as part
    from (select c.scope, c.fields, sum(c.n) as n%s from (%s) c group by c.scope, c.fields having sum(c.n) <> 0%s) c
    cross join lateral unnest(%I(c.scope, variadic c.fields)) t (term) group by t.term having sum(c.n) <> 0%s) c group by c.part',
    names, d.list, (select string_agg(format(', array_agg(c.s%s)', k), '') from generate_series(1, sums) k), added, added,
    rows_sql, changed, d.term_function, changed);
  return array[counts, terms];
end $$;
comment on function list_delta_sql is
  'The deltas of the row sets named, with their signs: one INSERT for the counts and one for the pieces.';

create or replace function write_list_triggers(name text) returns void language plpgsql as $$
declare
  d list_declared;
  event record;
  body text;
  label text := replace(name, ':', '_');
begin
  select * into strict d from list_declared where list = name;
  for event in select * from (values
    ('insert', 'new table as new_rows', array['new_rows'], array[1]),
    ('update', 'old table as old_rows new table as new_rows', array['new_rows', 'old_rows'], array[1, -1]),
    ('delete', 'old table as old_rows', array['old_rows'], array[-1])) e (op, referencing, row_sets, signs)
  loop
    body := array_to_string(list_delta_sql(d, event.row_sets, event.signs), ';' || chr(10) || '  ');
    execute format('create or replace function %I() returns trigger language plpgsql as %L',
      format('count_%s_%s', label, event.op), format(E'begin\n  %s;\n  return null;\nend', body));
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function %I()',
      format('count_%s_%s', label, event.op), event.op, d.source, event.referencing, format('count_%s_%s', label, event.op));
  end loop;
  execute format('create or replace trigger %I after truncate on %I for each statement execute function count_list_truncate(%L)',
    format('count_%s_truncate', label), d.source, name);
end $$;
comment on function write_list_triggers is
  'Writes the triggers that keep a list''s counters true while its rows change: count_<list>_insert, _update, _delete and _truncate. '
  'Called '
  'again wherever what they say changes.';

create or replace function declare_list(
  name text, source text, time_column text, facets text[],
  term_facet text default null, term_columns text[] default null, term_function text default 'search_terms',
  sum_columns text[] default '{}'
) returns void language plpgsql as $$
begin
  insert into list_declared values (name, source, time_column, facets, term_facet, term_columns, term_function, sum_columns);
  perform write_list_triggers(name);
  perform recount_list(name);
end $$;
comment on function declare_list is
  'Declares a list, writes its triggers and counts the rows that are there. One table may carry several lists, one for each time column.';

create or replace function count_list_truncate() returns trigger language plpgsql as $$
begin
  insert into list_count_delta (list, facet, day, n, s1, s2)
  select c.list, c.facet, c.day, -sum(c.n), -sum(c.s1), -sum(c.s2) from (
    select k.list, k.facet, k.bucket as day, k.n, k.s1, k.s2 from list_count k where k.list = tg_argv[0] and k.level = 'day'
    union all
    select d.list, d.facet, d.day, d.n, d.s1, d.s2 from list_count_delta d where d.list = tg_argv[0]) c
  group by 1, 2, 3 having sum(c.n) <> 0 or sum(c.s1) <> 0 or sum(c.s2) <> 0;
  insert into list_term_delta (list, terms, n, s1, s2)
  select tg_argv[0], array_agg(c.term), array_agg(c.n), array_agg(c.s1), array_agg(c.s2) from (
    select c.term, -sum(c.n)::bigint as n, -sum(c.s1)::bigint as s1, -sum(c.s2)::bigint as s2,
      (row_number() over () - 1) / 1000 as part
    from (
      select k.term, k.n, k.s1, k.s2 from list_term k where k.list = tg_argv[0]
      union all
      select t.term, t.n, coalesce(t.s1, 0), coalesce(t.s2, 0)
      from list_term_delta d cross join lateral unnest(d.terms, d.n, d.s1, d.s2) t (term, n, s1, s2)
      where d.list = tg_argv[0]) c
    group by c.term having sum(c.n) <> 0 or sum(c.s1) <> 0 or sum(c.s2) <> 0) c
  group by c.part;
  return null;
end $$;
comment on function count_list_truncate is 'Takes a list''s counts back when its table is emptied. Argument: the list.';

-- The lock is `listCounts` of src/server/db/locks.ts.
create or replace function recount_list(name text) returns void language plpgsql as $$
declare
  d list_declared;
  statement text;
begin
  select * into strict d from list_declared where list = name;
  execute format('lock table %I in share row exclusive mode', d.source);
  perform pg_advisory_xact_lock(7240002);
  delete from list_count_delta where list = name;
  delete from list_term_delta where list = name;
  delete from list_count where list = name;
  delete from list_term where list = name;
  foreach statement in array list_delta_sql(d, array[quote_ident(d.source)], array[1]) loop
    execute statement;
  end loop;
  perform compact_list_counts();
end $$;
comment on function recount_list is
  'Counts a list anew from its rows: for a fresh declaration, and after a bulk load with the triggers switched off.';
