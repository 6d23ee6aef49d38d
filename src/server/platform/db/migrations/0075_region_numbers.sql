-- A number of Hong Kong, Macau or Taiwan behind the code of its region without + is the number with it. Takes the place of phone_number
-- (0061), which an index still names.

create function region_number(line text) returns text language sql immutable parallel safe strict as $$
  select '+' || parts[1] || parts[2] from regexp_match(replace(line, '-', ''),
    '^(852(?=[2-9][0-9]{7}$)|853(?=[268][0-9]{7}$)|886(?=0?(?:9[0-9]{8}|[2-8][0-9]{7,8})$))0?([0-9]+)$') parts
$$;

create function telephone_number(phone text) returns text language plpgsql immutable parallel safe strict as $$
declare
  line text := substring(phone from '^(.+[0-9].*)-[0-9]{1,6}$');
  behind text := substring(phone from '-([0-9]{1,6})$');
  fixed text;
  once text;
  digits text;
  country text;
begin
  if phone ~ '^1[0-9]{10}$' or phone !~ '^[0-9+-]{5,20}$' then return phone; end if;
  if line is not null and own_number(phone) is null and region_number(phone) is null then
    if telephone_number(line) ~ '^1[0-9]{10}$' then return phone; end if;
    fixed := coalesce(landline_number(line), substring(replace(line, '-', '') from '^(?:[2-9][0-9]{6,7}|[48]00[0-9]{7})$'));
    if fixed is not null then return case when length(fixed || '-' || behind) <= 20 then fixed || '-' || behind else phone end; end if;
  end if;
  -- The code of the country once.
  once := regexp_replace(phone, '^((?:\+|00)0?86-*|86-+)(?:\+|00)?86(?=-*(?:[0-9]-*){9})', '\1');
  digits := regexp_replace(replace(once, '-', ''), '^00(?=[1-9])', '+');
  fixed := coalesce(own_number(once), landline_number(once), region_number(once));
  if fixed is not null then return fixed; end if;
  if digits !~ '^\+?[0-9]{4,20}$' or length(digits) not between 5 and 20
    -- A number with more digits behind it, two numbers, and one of China that is too short or too long.
    or digits ~ '^(?:\+?86)?(?:0?1(?:[35-9][0-9]|4[5-9])[0-9]{9,}|0(?:10|2[0-9]|[3-9][0-9][0-9])[0-9]{9,}|[48]00[0-9]{8,})$'
    or once ~ '[0-9]{7}-+[0-9]{7}'
    or (case when digits ~ '^\+0?86[0-9]+$' then digits !~ '^\+0?86(?:1(?:4[0-4]|06)[0-9]{8,10}|9[56][0-9]{3,6}|1[0-9]{4})$'
      else once ~ '^86-+1[3-9]' and digits !~ '^86(?:[0-9]{11}|[0-9]{13})$' end)
  then return phone; end if;
  -- The zero that is dialled within a country alone. Of some countries it is part of the number.
  country := coalesce(
    substring(digits from '^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])'), substring(digits from '^\+[0-9]{3}'));
  if country !~ '^\+(?:86|39|47|22[5679]|24[127]|250|26[78]|378|501|67[69]|687|853|992)$' then
    digits := country || regexp_replace(substr(digits, length(country) + 1), '^0(?=[1-9][0-9]{2})', '');
  end if;
  return digits;
end $$;

comment on function region_number is 'A number of Hong Kong, Macau or Taiwan in that spelling; null for others.';
comment on function telephone_number is 'A telephone number of before in the one spelling of domain/kit/text/phone-number.ts; others stay.';
