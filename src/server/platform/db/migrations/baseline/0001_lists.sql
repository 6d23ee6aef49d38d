-- The list engine: exact totals, page positions and keyword counts that are kept, never computed by a scan.
-- Writers append signed deltas and so never queue on a hot row; a reader adds the deltas to the base in one snapshot.
-- Declaring a list is one call of declare_list, beside its table. Why: docs/decisions/0002-list-engine.md

create table list_declared (
  list text primary key,
  source text not null,
  time_column text not null,
  facets text[] not null, -- 'type+status': rows are counted for every pair of values; '': all rows together
  term_facet text,
  term_columns text[],
  term_function text not null default 'search_terms', -- (scope, variadic fields) -> pieces, each begun with 'scope:'
  sum_columns text[] not null default '{}' check (cardinality(sum_columns) <= 2) -- no screen shows more, and every counted row carries them
);
comment on table list_declared is 'What is counted of which table: the lists whose triggers keep counters.';

-- facet: the values of the facet's columns joined by '/'. level: 'all', 'month' or 'day', the days being those of Shanghai.
create table list_count (
  list text collate "C" not null,
  facet text collate "C" not null,
  level text collate "C" not null,
  bucket date not null,
  n bigint not null,
  s1 bigint not null default 0, -- what the list adds up, where it does
  s2 bigint not null default 0,
  primary key (list, facet, level, bucket)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
comment on table list_count is 'How many rows of a list hold each value of a facet: altogether, by month and by day in Shanghai.';

create table list_count_delta (
  list text collate "C" not null,
  facet text collate "C" not null,
  day date not null,
  n bigint not null,
  s1 bigint not null default 0,
  s2 bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index list_count_delta_read on list_count_delta (list, facet, day);
comment on table list_count_delta is 'Changes of list_count that are not moved into it yet.';

create table list_term (
  list text collate "C" not null,
  term text collate "C" not null, -- a piece under its facet, as search_terms makes it
  n bigint not null,
  s1 bigint not null default 0,
  s2 bigint not null default 0,
  primary key (list, term)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
comment on table list_term is 'How many rows of a list hold each piece that keywords are looked for by.';

create table list_term_delta (
  list text collate "C" not null,
  terms text[] collate "C" not null,
  n bigint[] not null,
  s1 bigint[],
  s2 bigint[]
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index list_term_delta_read on list_term_delta (list);
comment on table list_term_delta is
  'Changes of list_term that are not moved into it yet: of one statement, a thousand pieces a row, so that many pieces cost one row.';

-- Shanghai has kept UTC+8 without summer time since 1991; the fixed offset is what src/domain/text/time.ts counts with too.
create or replace function list_day(instant timestamptz) returns date language sql immutable parallel safe strict as
$$ select (instant at time zone interval '8 hours')::date $$;
comment on function list_day is 'The day in Shanghai on which an instant lies.';

create or replace function list_day_start(day date) returns timestamptz language sql immutable parallel safe strict as
$$ select day::timestamp at time zone interval '8 hours' $$;
comment on function list_day_start is 'The instant at which a day begins in Shanghai.';

-- Pieces never straddle two fields. src/server/lists/keyword.ts cuts keywords the same way. Calls nothing of ours: indexes are built
-- without a search path.
-- Text search's own list of words finds those that are there twice, in a sixth of the time that a query takes.
create or replace function search_terms(scope text, variadic fields text[]) returns text[]
language plpgsql immutable parallel safe strict cost 5000 as $$
declare
  lead text := (scope || ':') collate "C";
  field text;
  c text[];
  last integer;
  terms text[] := '{}';
begin
  foreach field in array fields loop
    c := string_to_array(lower(field collate "C"), null);
    last := coalesce(cardinality(c), 0);
    for i in 1 .. last loop
      terms := terms || (lead || c[i]);
      if i < last then
        terms := terms || (lead || c[i] || c[i + 1]);
      end if;
      if i + 1 < last and octet_length(c[i] || c[i + 1] || c[i + 2]) = 3 then
        terms := terms || (lead || c[i] || c[i + 1] || c[i + 2]);
      end if;
    end loop;
  end loop;
  return tsvector_to_array(array_to_tsvector(terms)) collate "C";
end $$;
comment on function search_terms is
  'Every 1- and 2-character piece of each field, and 3-character ones of ASCII, lower-cased in ASCII alone. Each begins with its scope, '
  'the value of the facet that keywords are searched under, so that another facet''s hits are never read.';

-- A fourth character leaves one random number in 65,536: so few that nobody needs to count them. One expression and not strict, so that it
-- is inlined: counting
-- ten million rows anew calls it for each.
create or replace function beginning_terms(scope text, variadic fields text[]) returns text[] language sql immutable parallel safe as
$$ select array[
  scope || ':' || left(fields[1], 1), scope || ':' || left(fields[1], 2), scope || ':' || left(fields[1], 3),
  scope || '/' || fields[2] || ':' || left(fields[1], 1), scope || '/' || fields[2] || ':' || left(fields[1], 2),
  scope || '/' || fields[2] || ':' || left(fields[1], 3)
] collate "C" $$;
comment on function beginning_terms is
  'The beginnings of one to three characters of the first field, which has no fewer, under the scope alone and under the scope with the '
  'second field: ''personal:A1'' and ''personal/stored:A1''.';

-- Shorter pieces of a number are neither kept nor looked for: they are in nearly every number, and would double what a booking writes.
create or replace function numbered_terms(scope text, variadic fields text[]) returns text[]
language plpgsql immutable parallel safe strict cost 5000 as $$
declare
  lead text := (scope || ':') collate "C";
  number text := lower(fields[1] collate "C");
  field text;
  piece text;
  last integer;
  terms text[] := '{}';
begin
  for i in 1 .. length(number) - 2 loop
    terms := terms || (lead || substr(number, i, 3));
  end loop;
  foreach field in array fields loop
    if field ~ '1[0-9]{10}' then
      for i in 1 .. length(field) - 10 loop
        piece := substr(field, i, 11);
        if piece ~ '^1[0-9]{10}$' then
          terms := terms || (lead || piece);
        end if;
      end loop;
    end if;
  end loop;
  for k in 1 .. cardinality(fields) loop
    -- The day that a number begins with is in all numbers of that day, and found by their own index.
    field := substr(fields[k], case when k = 1 then 2 else 1 end);
    if field ~ '20[0-9]{6}' then
      for i in 1 .. length(field) - 7 loop
        piece := substr(field, i, 8);
        if piece ~ '^20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])$' then
          terms := terms || (lead || piece);
        end if;
      end loop;
    end if;
  end loop;
  foreach field in array fields[2:] loop
    field := lower(field collate "C");
    last := length(field);
    for i in 1 .. last loop
      terms := terms || (lead || substr(field, i, 1));
      if i < last then
        terms := terms || (lead || substr(field, i, 2));
      end if;
      piece := substr(field, i, 3);
      if i + 1 < last and octet_length(piece) = 3 then
        terms := terms || (lead || piece);
      end if;
    end loop;
  end loop;
  return tsvector_to_array(array_to_tsvector(terms)) collate "C";
end $$;
comment on function numbered_terms is
  'As search_terms of all fields but the first, which is a number in ASCII: of it the pieces of three characters alone. Eleven digits that '
  'could be a mobile are one piece as well, and so are eight that could be a day, but where the number begins with them.';

-- The readers are STABLE: every statement in them sees the snapshot of the query that calls them.

create or replace function list_total(list text, facet text, from_day date, until_day date) returns bigint language plpgsql stable as $$
declare
  from_month date := date_trunc('month', from_day + interval '1 month' - interval '1 day');
  until_month date := date_trunc('month', until_day);
begin
  if from_day is null and until_day is null then
    return (select coalesce(sum(c.n), 0) from (
      select k.n from list_count k where k.list = $1 and k.facet = $2 and k.level = 'all'
      union all
      select d.n from list_count_delta d where d.list = $1 and d.facet = $2) c);
  end if;
  return (select coalesce(sum(c.n), 0) from (
    select k.n from list_count k where k.list = $1 and k.facet = $2 and k.level = 'month'
      and k.bucket >= from_month and k.bucket < until_month
    union all
    select k.n from list_count k where k.list = $1 and k.facet = $2 and k.level = 'day'
      and k.bucket >= from_day and k.bucket < least(from_month, until_day)
    union all
    select k.n from list_count k where k.list = $1 and k.facet = $2 and k.level = 'day'
      and k.bucket >= greatest(until_month, from_month) and k.bucket < until_day
    union all
    select d.n from list_count_delta d where d.list = $1 and d.facet = $2 and d.day >= from_day and d.day < until_day) c);
end $$;
comment on function list_total is 'Rows of a facet; with days, those of the half-open range of days.';

create or replace function list_sum(list text, facet text, from_day date, until_day date, nth integer) returns bigint
language plpgsql stable as $$
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
comment on function list_sum is 'As list_total, of the first or the second sum.';

create or replace function list_seek(
  list text, facet text, skip bigint, from_day date, until_day date,
  out until timestamptz, out rest bigint, out since timestamptz, out n bigint
) language plpgsql stable as $$
declare
  month record;
  day record;
begin
  rest := skip;
  until := list_day_start(until_day);
  for month in
    select c.bucket, sum(c.n) as n from (
      select k.bucket, k.n from list_count k where k.list = $1 and k.facet = $2 and k.level = 'month'
        and (from_day is null or k.bucket >= date_trunc('month', from_day)) and (until_day is null or k.bucket < until_day)
      union all
      select date_trunc('month', d.day)::date, d.n from list_count_delta d where d.list = $1 and d.facet = $2
        and (from_day is null or d.day >= date_trunc('month', from_day)) and (until_day is null or d.day < until_day)) c
    group by 1 order by 1 desc
  loop
    -- A month that the range cuts holds days outside it; its days are counted one by one.
    if rest >= month.n and (from_day is null or month.bucket >= from_day)
      and (until_day is null or month.bucket + interval '1 month' <= until_day) then
      rest := rest - month.n;
      until := list_day_start(month.bucket);
      continue;
    end if;
    for day in
      select c.bucket, sum(c.n) as n from (
        select k.bucket, k.n from list_count k where k.list = $1 and k.facet = $2 and k.level = 'day'
          and k.bucket >= greatest(month.bucket, from_day)
          and k.bucket < least((month.bucket + interval '1 month')::date, until_day)
        union all
        select d.day, d.n from list_count_delta d where d.list = $1 and d.facet = $2
          and d.day >= greatest(month.bucket, from_day)
          and d.day < least((month.bucket + interval '1 month')::date, until_day)) c
      group by 1 order by 1 desc
    loop
      if rest < day.n then
        until := list_day_start(day.bucket + 1);
        since := list_day_start(day.bucket);
        n := day.n;
        return;
      end if;
      rest := rest - day.n;
      until := list_day_start(day.bucket);
    end loop;
  end loop;
end $$;
comment on function list_seek is
  'Where a page starts, newest first: the row after `skip` others is the row after `rest` others before the instant `until`. With days, '
  'only '
  'rows of those days are passed over. Months are walked first, then the days of one month. Where the page''s first row lies within a '
  'counted day, also where that day begins and how many rows it holds: a far page is reached from the nearer end of its day.';

create or replace function list_term_total(list text, term text) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(c.n), 0) from (
    select k.n from list_term k where k.list = $1 and k.term = $2
    union all
    select d.n[array_position(d.terms, $2 collate "C")] from list_term_delta d where d.list = $1) c);
end $$;
comment on function list_term_total is 'Rows that hold a piece.';

create or replace function list_term_sum(list text, term text, nth integer) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(c.s), 0) from (
    select case nth when 1 then k.s1 else k.s2 end as s from list_term k where k.list = $1 and k.term = $2
    union all
    select (case nth when 1 then d.s1 else d.s2 end)[array_position(d.terms, $2 collate "C")] from list_term_delta d where d.list = $1) c);
end $$;
comment on function list_term_sum is 'As list_term_total, of the first or the second sum.';

create or replace function list_rarest_terms(list text, terms text[], out n bigint, out rarest text[]) language plpgsql stable as $$
begin
  select min(c.n), (array_agg(c.term order by c.n, c.term))[1:3] into n, rarest
  from (select t.term, list_term_total($1, t.term) as n from unnest(terms) t (term)) c;
end $$;
comment on function list_rarest_terms is
  'The three rarest of several pieces, and how many rows hold the rarest: no more can hold them all. Looking for three finds nearly what '
  'looking for all would, and is spared the long lists of the frequent ones.';

create or replace function list_months(list text, facet text, from_month date, until_month date)
returns table (month date, n bigint, s1 bigint, s2 bigint) language sql stable as $$
  select c.month, sum(c.n)::bigint, sum(c.s1)::bigint, sum(c.s2)::bigint from (
    select k.bucket as month, k.n, k.s1, k.s2 from list_count k
    where k.list = $1 and k.facet = $2 and k.level = 'month' and k.bucket >= $3 and k.bucket < $4
    union all
    select date_trunc('month', d.day)::date, d.n, d.s1, d.s2 from list_count_delta d
    where d.list = $1 and d.facet = $2 and d.day >= $3 and d.day < $4) c
  group by c.month
$$;
comment on function list_months is 'Rows and sums of a facet by month, those of the half-open range of months.';

-- The lock is `listCounts` of src/server/db/locks.ts.
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
    from gone g
    cross join lateral
      (values ('all', '-infinity'::date), ('month', date_trunc('month', g.day)::date), ('day', g.day)) l (level, bucket)
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
comment on function compact_list_counts is
  'Moves the deltas into the base; returns how many. Two servers may call it at once: the second finds the lock taken and leaves. One '
  'statement takes a delta away and adds it, so that a reader sees it exactly once.';
