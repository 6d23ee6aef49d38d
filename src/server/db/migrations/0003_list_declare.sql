-- Makes the triggers that count a list, from its declaration. One table may carry several lists (one for each time column).

-- The deltas of the row sets named (with their signs), as one INSERT for the counts and one for the terms.
-- Equal rows are added up before anything is cut into terms: what an update left as it was cancels out.
create function list_delta_sql(d list_declared, row_sets text[], signs integer[]) returns text[] language plpgsql stable as $$
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
    cross join lateral unnest(search_terms(c.scope, variadic c.fields)) t (term) group by t.term having sum(c.n) <> 0',
    d.list, rows_sql);
  return array[counts, terms];
end $$;

-- 'type+status' -> concat_ws('/', r.type, r.status)
create function list_facet_sql(facet text) returns text language sql stable as $$
  select case when facet = '' then quote_literal('')
    else 'concat_ws(''/'', ' || (select string_agg(format('r.%I', c), ', ') from unnest(string_to_array(facet, '+')) c) || ')' end
$$;

-- Declares a list and counts the rows that are there. Readers of it: src/server/db/list.ts.
create function declare_list(name text, source text, time_column text, facets text[], term_facet text default null, term_columns text[] default null)
returns void language plpgsql as $$
declare
  d list_declared;
  event record;
  body text;
  label text := replace(name, ':', '_');
begin
  insert into list_declared values (name, source, time_column, facets, term_facet, term_columns) returning * into d;
  for event in select * from (values
    ('insert', 'new table as new_rows', array['new_rows'], array[1]),
    ('update', 'old table as old_rows new table as new_rows', array['new_rows', 'old_rows'], array[1, -1]),
    ('delete', 'old table as old_rows', array['old_rows'], array[-1])) e (op, referencing, row_sets, signs)
  loop
    body := array_to_string(list_delta_sql(d, event.row_sets, event.signs), ';' || chr(10) || '  ');
    execute format('create function %I() returns trigger language plpgsql as %L',
      format('count_%s_%s', label, event.op), format(E'begin\n  %s;\n  return null;\nend', body));
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()',
      format('count_%s_%s', label, event.op), event.op, source, event.referencing, format('count_%s_%s', label, event.op));
  end loop;
  execute format('create trigger %I after truncate on %I for each statement execute function count_list_truncate(%L)',
    format('count_%s_truncate', label), source, name);
  perform recount_list(name);
end $$;

create function count_list_truncate() returns trigger language plpgsql as $$
begin
  insert into list_count_delta (list, facet, day, n)
  select c.list, c.facet, c.day, -sum(c.n) from (
    select k.list, k.facet, k.bucket as day, k.n from list_count k where k.list = tg_argv[0] and k.level = 'day'
    union all
    select d.list, d.facet, d.day, d.n from list_count_delta d where d.list = tg_argv[0]) c
  group by 1, 2, 3 having sum(c.n) <> 0;
  insert into list_term_delta (list, term, n)
  select c.list, c.term, -sum(c.n) from (
    select k.list, k.term, k.n from list_term k where k.list = tg_argv[0]
    union all
    select d.list, d.term, d.n from list_term_delta d where d.list = tg_argv[0]) c
  group by 1, 2 having sum(c.n) <> 0;
  return null;
end $$;

-- Counts a list anew from its rows: for a fresh declaration, and after a bulk load with the triggers switched off.
create function recount_list(name text) returns void language plpgsql as $$
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
