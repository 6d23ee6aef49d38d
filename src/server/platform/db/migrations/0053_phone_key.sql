-- Telephone numbers are stored in one spelling (docs/database.md). Rows of before keep theirs, and are found by their digits.
create function phone_key(phone text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(regexp_replace(replace(replace(phone, '-', ''), '+', ''), '^(?:00)?86(?=1[0-9]{10}$)', ''),
    '^(?:00)?86(?=[2-9][0-9]{9,10}$|10[0-9]{8}$)', '0')
$$;
comment on function phone_key is 'The digits of a telephone number, a mobile without +86 and a fixed line with its 0.';
