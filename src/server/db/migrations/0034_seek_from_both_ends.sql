-- A far page passes over the rows of its day from the nearer end of the day: at ten million rows a day holds thousands.

-- As before (0002); where the page's first row lies within a counted day, also where that day begins and how many rows it holds.
drop function list_seek(text, text, bigint, date, date);
create function list_seek(list text, facet text, skip bigint, from_day date, until_day date, out until timestamptz, out rest bigint, out since timestamptz, out n bigint)
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
        since := list_day_start(day.bucket);
        n := day.n;
        return;
      end if;
      rest := rest - day.n;
      until := list_day_start(day.bucket);
    end loop;
  end loop;
end $$;
