create or replace function mobiles_in(words text) returns text[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct substr(words, i, 11)), '{}') collate "C" from generate_series(1, length(words) - 10) i
  where substr(words, i, 11) ~ '^1[0-9]{10}$'
$$;
comment on function mobiles_in is 'Every eleven digits of a text that could be a mobile number.';
