-- The list engine: exact totals, page positions and keyword counts that are kept, never computed by a scan.
-- Writers append signed deltas and so never queue on a hot row; a reader adds the deltas to the base in one snapshot.
-- Declaring a list is one call of declare_list (0003 does it for users). Why: docs/decisions/0002-list-engine.md

create table list_declared (
  list text primary key,
  source text not null,
  time_column text not null,
  facets text[] not null, -- 'type+status': rows are counted for every pair of values; '': all rows together
  term_facet text,
  term_columns text[]
);

-- facet: the values of the facet's columns joined by '/'. level: 'all', 'month' or 'day', the days being those of Shanghai.
create table list_count (
  list text collate "C" not null,
  facet text collate "C" not null,
  level text collate "C" not null,
  bucket date not null,
  n bigint not null,
  primary key (list, facet, level, bucket)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create table list_count_delta (
  list text collate "C" not null,
  facet text collate "C" not null,
  day date not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index list_count_delta_read on list_count_delta (list, facet, day);

-- term: a piece under its facet, as search_terms makes it.
create table list_term (
  list text collate "C" not null,
  term text collate "C" not null,
  n bigint not null,
  primary key (list, term)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

create table list_term_delta (
  list text collate "C" not null,
  term text collate "C" not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index list_term_delta_read on list_term_delta (list, term);

-- Shanghai has kept UTC+8 without summer time since 1991; the fixed offset is what src/domain/time.ts counts with too.
create function list_day(instant timestamptz) returns date language sql immutable parallel safe strict as
$$ select (instant at time zone interval '8 hours')::date $$;

create function list_day_start(day date) returns timestamptz language sql immutable parallel safe strict as
$$ select day::timestamp at time zone interval '8 hours' $$;

-- Every 1- and 2-character piece of each field, and 3-character ones of ASCII, lower-cased in ASCII alone; pieces never
-- straddle two fields. Each begins with its scope, the value of the facet that keywords are searched under, so that another facet's hits
-- are never read. src/server/db/list-keyword.ts cuts keywords the same way. Calls nothing of ours: indexes are built without a search path.
create function search_terms(scope text, variadic fields text[]) returns text[] language plpgsql immutable parallel safe strict cost 5000 as $$
declare
  field text;
  c text[];
  terms text[] := '{}';
  last integer;
begin
  foreach field in array fields loop
    c := string_to_array(lower(field collate "C"), null);
    last := coalesce(cardinality(c), 0);
    terms := terms || c;
    for i in 1 .. last - 1 loop
      terms := terms || (c[i] || c[i + 1]);
      if i < last - 1 and octet_length(c[i] || c[i + 1] || c[i + 2]) = 3 then
        terms := terms || (c[i] || c[i + 1] || c[i + 2]);
      end if;
    end loop;
  end loop;
  return array(select distinct (scope || ':' || term) collate "C" from unnest(terms) as piece (term));
end $$;

-- The readers are STABLE: every statement in them sees the snapshot of the query that calls them.

-- Rows of a facet; with days, those of the half-open range of days.
create function list_total(list text, facet text, from_day date, until_day date) returns bigint language plpgsql stable as $$
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

-- Where a page starts, newest first: the row after `skip` others is the row after `rest` others before the instant `until`.
-- With days, only rows of those days are passed over. Months are walked first, then the days of one month.
create function list_seek(list text, facet text, skip bigint, from_day date, until_day date, out until timestamptz, out rest bigint)
language plpgsql stable as $$
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
        return;
      end if;
      rest := rest - day.n;
      until := list_day_start(day.bucket);
    end loop;
  end loop;
end $$;

-- Rows that hold a piece.
create function list_term_total(list text, term text) returns bigint language plpgsql stable as $$
begin
  return (select coalesce(sum(c.n), 0) from (
    select k.n from list_term k where k.list = $1 and k.term = $2
    union all
    select d.n from list_term_delta d where d.list = $1 and d.term = $2) c);
end $$;

-- The three rarest of several pieces, and how many rows hold the rarest: no more can hold them all.
-- Looking for three finds nearly what looking for all would, and is spared the long lists of the frequent ones.
create function list_rarest_terms(list text, terms text[], out n bigint, out rarest text[]) language plpgsql stable as $$
begin
  select min(c.n), (array_agg(c.term order by c.n, c.term))[1:3] into n, rarest
  from (select t.term, list_term_total($1, t.term) as n from unnest(terms) t (term)) c;
end $$;

-- Moves the deltas into the base. Two servers may call it at once: the second finds the lock taken and leaves.
-- One statement takes a delta away and adds it, so that a reader sees it exactly once. Returns how many were moved.
create function compact_list_counts() returns bigint language plpgsql as $$
declare
  moved bigint;
  moved_terms bigint;
begin
  if not pg_try_advisory_xact_lock(7240002) then
    return 0;
  end if;
  with gone as (delete from list_count_delta returning *),
  added as (
    insert into list_count as base (list, facet, level, bucket, n)
    select g.list, g.facet, l.level, l.bucket, sum(g.n)
    from gone g cross join lateral (values ('all', '-infinity'::date), ('month', date_trunc('month', g.day)::date), ('day', g.day)) l (level, bucket)
    group by 1, 2, 3, 4 having sum(g.n) <> 0
    order by 1, 2, 3, 4
    on conflict (list, facet, level, bucket) do update set n = base.n + excluded.n)
  select count(*) into moved from gone;
  with gone as (delete from list_term_delta returning *),
  added as (
    insert into list_term as base (list, term, n)
    select g.list, g.term, sum(g.n) from gone g group by 1, 2 having sum(g.n) <> 0
    order by 1, 2
    on conflict (list, term) do update set n = base.n + excluded.n)
  select count(*) into moved_terms from gone;
  return moved + moved_terms;
end $$;
