-- The list of orders and that of applications are the same rows in the same order: one index of each shape (application_list, application_list_pay) serves both.
drop index order_list, order_list_pay;

-- Orders are found by any piece of their number of three characters or more. Shorter pieces of it are neither kept nor looked for: they are in
-- nearly every number, and would double what a booking writes.

-- As search_terms (0002) of all fields but the first, which is a number in ASCII: of it the pieces of three characters alone.
create function numbered_terms(scope text, variadic fields text[]) returns text[] language plpgsql immutable parallel safe strict cost 5000 as $$
declare
  field text;
  number text := lower(fields[1] collate "C");
  c text[];
  terms text[] := '{}';
  last integer;
begin
  for i in 1 .. length(number) - 2 loop
    terms := terms || substr(number, i, 3);
  end loop;
  foreach field in array fields[2:] loop
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

drop index order_terms, charge_terms;
create index order_terms on notarization_order using gin ((numbered_terms('', order_no, name, mobile)) collate "C") with (fastupdate = off);
create index charge_terms on charge_order using gin ((numbered_terms('', order_no, name, mobile)) collate "C") with (fastupdate = off);

delete from list_declared where list in ('orders', 'charges');
select declare_list('orders', 'notarization_order', 'created_at', array['', 'pay_status'], '', array['order_no', 'name', 'mobile'], 'numbered_terms', array['amount_fen']);
select declare_list('charges', 'charge_order', 'created_at', array['', 'pay_status', 'type', 'type+pay_status', 'order_type'], '', array['order_no', 'name', 'mobile'], 'numbered_terms', array['recharged', 'consumed']);
