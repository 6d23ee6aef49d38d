-- What an evidence takes of the database, once more (decision 0011): the pieces that a statement counts wait in one row and not in one each, and what every row
-- is checked for takes no longer than it must.

-- Moves what waits first, as its rows get another shape.
select pg_advisory_xact_lock(7240002), compact_list_counts();

drop table list_term_delta;
-- Of one statement, a thousand pieces a row: how many rows hold each piece, and what they add up to where the list adds something up.
create table list_term_delta (
  list text collate "C" not null,
  terms text[] collate "C" not null,
  n bigint[] not null,
  s1 bigint[],
  s2 bigint[]
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index list_term_delta_read on list_term_delta (list);

-- As in 0002.
create or replace function list_term_total(list text, term text) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(c.n), 0) from (
    select k.n from list_term k where k.list = $1 and k.term = $2
    union all
    select d.n[array_position(d.terms, $2 collate "C")] from list_term_delta d where d.list = $1) c);
end $$;

-- As in 0022.
create or replace function list_term_sum(list text, term text, nth integer) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(c.s), 0) from (
    select case nth when 1 then k.s1 else k.s2 end as s from list_term k where k.list = $1 and k.term = $2
    union all
    select (case nth when 1 then d.s1 else d.s2 end)[array_position(d.terms, $2 collate "C")] from list_term_delta d where d.list = $1) c);
end $$;

-- As in 0022, the pieces together.
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
  terms := format('insert into list_term_delta (list, terms, n%s) select %L, array_agg(c.term), array_agg(c.n)%s from (
    select t.term, sum(c.n)::bigint as n%s, (row_number() over () - 1) / 1000 as part
    from (select c.scope, c.fields, sum(c.n) as n%s from (%s) c group by c.scope, c.fields having sum(c.n) <> 0%s) c
    cross join lateral unnest(%I(c.scope, variadic c.fields)) t (term) group by t.term having sum(c.n) <> 0%s) c group by c.part',
    names, d.list, (select string_agg(format(', array_agg(c.s%s)', k), '') from generate_series(1, sums) k), added, added, rows_sql, changed, d.term_function, changed);
  return array[counts, terms];
end $$;

-- What keeps a list's counters true while its rows change; written again wherever what it says changes.
create function write_list_triggers(name text) returns void language plpgsql as $$
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

create or replace function declare_list(name text, source text, time_column text, facets text[], term_facet text default null, term_columns text[] default null, term_function text default 'search_terms', sum_columns text[] default '{}')
returns void language plpgsql as $$
begin
  insert into list_declared values (name, source, time_column, facets, term_facet, term_columns, term_function, sum_columns);
  perform write_list_triggers(name);
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
  insert into list_term_delta (list, terms, n, s1, s2)
  select tg_argv[0], array_agg(c.term), array_agg(c.n), array_agg(c.s1), array_agg(c.s2) from (
    select c.term, -sum(c.n)::bigint as n, -sum(c.s1)::bigint as s1, -sum(c.s2)::bigint as s2, (row_number() over () - 1) / 1000 as part from (
      select k.term, k.n, k.s1, k.s2 from list_term k where k.list = tg_argv[0]
      union all
      select t.term, t.n, coalesce(t.s1, 0), coalesce(t.s2, 0) from list_term_delta d cross join lateral unnest(d.terms, d.n, d.s1, d.s2) t (term, n, s1, s2) where d.list = tg_argv[0]) c
    group by c.term having sum(c.n) <> 0 or sum(c.s1) <> 0 or sum(c.s2) <> 0) c
  group by c.part;
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
    select g.list, t.term, sum(t.n), coalesce(sum(t.s1), 0), coalesce(sum(t.s2), 0)
    from gone g cross join lateral unnest(g.terms, g.n, g.s1, g.s2) t (term, n, s1, s2)
    group by 1, 2 having sum(t.n) <> 0 or sum(t.s1) <> 0 or sum(t.s2) <> 0
    order by 1, 2
    on conflict (list, term) do update set n = base.n + excluded.n, s1 = base.s1 + excluded.s1, s2 = base.s2 + excluded.s2)
  select count(*) into moved_terms from gone;
  return moved + moved_terms;
end $$;

do $$ begin perform write_list_triggers(list) from list_declared; end $$;

-- The same as before. A pattern of 64 places is taken through 64 states, for each row anew; that nothing else occurs is seen in one.
alter table evidence drop constraint evidence_number_check, add constraint evidence_number_check check (octet_length(number) = 32 and number !~ '[^0-9A-F]');
alter table evidence_file
  drop constraint evidence_file_sha256_check, add constraint evidence_file_sha256_check check (octet_length(sha256) = 64 and sha256 !~ '[^0-9a-f]'),
  drop constraint evidence_file_sm3_check, add constraint evidence_file_sm3_check check (octet_length(sm3) = 64 and sm3 !~ '[^0-9a-f]');
alter table stored_object drop constraint stored_object_sha256_check, add constraint stored_object_sha256_check check (octet_length(sha256) = 64 and sha256 !~ '[^0-9a-f]');
