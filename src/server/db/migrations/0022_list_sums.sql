-- Lists that add something up: up to two columns of a list are summed wherever its rows are counted, by the same deltas and so as exactly.
-- Why at most two: no screen shows more, and every counted row carries them.

alter table list_declared add column sum_columns text[] not null default '{}' check (cardinality(sum_columns) <= 2);
alter table list_count add column s1 bigint not null default 0, add column s2 bigint not null default 0;
alter table list_count_delta add column s1 bigint not null default 0, add column s2 bigint not null default 0;
alter table list_term add column s1 bigint not null default 0, add column s2 bigint not null default 0;
alter table list_term_delta add column s1 bigint not null default 0, add column s2 bigint not null default 0;

-- As list_total (0002), of the first or the second sum.
create function list_sum(list text, facet text, from_day date, until_day date, nth integer) returns bigint language plpgsql stable as $$
declare
  from_month date := date_trunc('month', from_day + interval '1 month' - interval '1 day');
  until_month date := date_trunc('month', until_day);
begin
  if from_day is null and until_day is null then
    return (select coalesce(sum(case nth when 1 then c.s1 else c.s2 end), 0) from (
      select k.s1, k.s2 from list_count k where k.list = $1 and k.facet = $2 and k.level = 'all'
      union all
      select d.s1, d.s2 from list_count_delta d where d.list = $1 and d.facet = $2) c);
  end if;
  return (select coalesce(sum(case nth when 1 then c.s1 else c.s2 end), 0) from (
    select k.s1, k.s2 from list_count k where k.list = $1 and k.facet = $2 and k.level = 'month'
      and k.bucket >= from_month and k.bucket < until_month
    union all
    select k.s1, k.s2 from list_count k where k.list = $1 and k.facet = $2 and k.level = 'day'
      and k.bucket >= from_day and k.bucket < least(from_month, until_day)
    union all
    select k.s1, k.s2 from list_count k where k.list = $1 and k.facet = $2 and k.level = 'day'
      and k.bucket >= greatest(until_month, from_month) and k.bucket < until_day
    union all
    select d.s1, d.s2 from list_count_delta d where d.list = $1 and d.facet = $2 and d.day >= from_day and d.day < until_day) c);
end $$;

-- As list_term_total (0002).
create function list_term_sum(list text, term text, nth integer) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(case nth when 1 then c.s1 else c.s2 end), 0) from (
    select k.s1, k.s2 from list_term k where k.list = $1 and k.term = $2
    union all
    select d.s1, d.s2 from list_term_delta d where d.list = $1 and d.term = $2) c);
end $$;

-- Rows and sums of a facet by month, those of the half-open range of months.
create function list_months(list text, facet text, from_month date, until_month date)
returns table (month date, n bigint, s1 bigint, s2 bigint) language sql stable as $$
  select c.month, sum(c.n)::bigint, sum(c.s1)::bigint, sum(c.s2)::bigint from (
    select k.bucket as month, k.n, k.s1, k.s2 from list_count k
    where k.list = $1 and k.facet = $2 and k.level = 'month' and k.bucket >= $3 and k.bucket < $4
    union all
    select date_trunc('month', d.day)::date, d.n, d.s1, d.s2 from list_count_delta d
    where d.list = $1 and d.facet = $2 and d.day >= $3 and d.day < $4) c
  group by c.month
$$;

-- As in 0012; where the list adds something up, what changes a sum alone leaves a delta too.
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
    added := added || format(', sum(c.s%s)', k);
    changed := changed || format(' or sum(c.s%s) <> 0', k);
  end loop;
  select string_agg('(' || list_facet_sql(f) || ')', ', ') into facets_sql from unnest(d.facets) f;
  for i in 1 .. cardinality(row_sets) loop
    signed := '';
    for k in 1 .. sums loop signed := signed || format(', %s * r.%I as s%s', signs[i], d.sum_columns[k], k); end loop;
    rows_sql := rows_sql || case when i > 1 then ' union all ' else '' end
      || format('select f.facet, list_day(r.%I) as day, %s as n%s from %s r cross join lateral (values %s) f (facet) where r.%1$I is not null',
        d.time_column, signs[i], signed, row_sets[i], facets_sql);
  end loop;
  counts := format('insert into list_count_delta (list, facet, day, n%s) select %L, c.facet, c.day, sum(c.n)%s from (%s) c group by c.facet, c.day having sum(c.n) <> 0%s',
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
  terms := format('insert into list_term_delta (list, term, n%s) select %L, t.term, sum(c.n)%s
    from (select c.scope, c.fields, sum(c.n) as n%s from (%s) c group by c.scope, c.fields having sum(c.n) <> 0%s) c
    cross join lateral unnest(%I(c.scope, variadic c.fields)) t (term) group by t.term having sum(c.n) <> 0%s',
    names, d.list, added, (select string_agg(format(', sum(c.s%s) as s%1$s', k), '') from generate_series(1, sums) k), rows_sql, changed, d.term_function, changed);
  return array[counts, terms];
end $$;

drop function declare_list(text, text, text, text[], text, text[], text);
create function declare_list(name text, source text, time_column text, facets text[], term_facet text default null, term_columns text[] default null, term_function text default 'search_terms', sum_columns text[] default '{}')
returns void language plpgsql as $$
declare
  d list_declared;
  event record;
  body text;
  label text := replace(name, ':', '_');
begin
  insert into list_declared values (name, source, time_column, facets, term_facet, term_columns, term_function, sum_columns) returning * into d;
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

create or replace function count_list_truncate() returns trigger language plpgsql as $$
begin
  insert into list_count_delta (list, facet, day, n, s1, s2)
  select c.list, c.facet, c.day, -sum(c.n), -sum(c.s1), -sum(c.s2) from (
    select k.list, k.facet, k.bucket as day, k.n, k.s1, k.s2 from list_count k where k.list = tg_argv[0] and k.level = 'day'
    union all
    select d.list, d.facet, d.day, d.n, d.s1, d.s2 from list_count_delta d where d.list = tg_argv[0]) c
  group by 1, 2, 3 having sum(c.n) <> 0 or sum(c.s1) <> 0 or sum(c.s2) <> 0;
  insert into list_term_delta (list, term, n, s1, s2)
  select c.list, c.term, -sum(c.n), -sum(c.s1), -sum(c.s2) from (
    select k.list, k.term, k.n, k.s1, k.s2 from list_term k where k.list = tg_argv[0]
    union all
    select d.list, d.term, d.n, d.s1, d.s2 from list_term_delta d where d.list = tg_argv[0]) c
  group by 1, 2 having sum(c.n) <> 0 or sum(c.s1) <> 0 or sum(c.s2) <> 0;
  return null;
end $$;

create or replace function compact_list_counts() returns bigint language plpgsql as $$
declare
  moved bigint;
  moved_terms bigint;
begin
  if not pg_try_advisory_xact_lock(7240002) then
    return 0;
  end if;
  with gone as (delete from list_count_delta returning *),
  added as (
    insert into list_count as base (list, facet, level, bucket, n, s1, s2)
    select g.list, g.facet, l.level, l.bucket, sum(g.n), sum(g.s1), sum(g.s2)
    from gone g cross join lateral (values ('all', '-infinity'::date), ('month', date_trunc('month', g.day)::date), ('day', g.day)) l (level, bucket)
    group by 1, 2, 3, 4 having sum(g.n) <> 0 or sum(g.s1) <> 0 or sum(g.s2) <> 0
    order by 1, 2, 3, 4
    on conflict (list, facet, level, bucket) do update set n = base.n + excluded.n, s1 = base.s1 + excluded.s1, s2 = base.s2 + excluded.s2)
  select count(*) into moved from gone;
  with gone as (delete from list_term_delta returning *),
  added as (
    insert into list_term as base (list, term, n, s1, s2)
    select g.list, g.term, sum(g.n), sum(g.s1), sum(g.s2) from gone g group by 1, 2 having sum(g.n) <> 0 or sum(g.s1) <> 0 or sum(g.s2) <> 0
    order by 1, 2
    on conflict (list, term) do update set n = base.n + excluded.n, s1 = base.s1 + excluded.s1, s2 = base.s2 + excluded.s2)
  select count(*) into moved_terms from gone;
  return moved + moved_terms;
end $$;
