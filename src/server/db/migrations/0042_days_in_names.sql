-- A keyword that begins like a date is the beginning of an order number, and was nothing else: a mobile that holds such digits, or a name, was not found by them.

drop index order_terms, charge_terms;

-- The pieces of before (0035); and wherever eight digits stand that could be a day, they are one piece as well, but where the number begins with them.
create or replace function numbered_terms(scope text, variadic fields text[]) returns text[] language plpgsql immutable parallel safe strict cost 5000 as $$
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

create index order_terms on notarization_order using gin ((numbered_terms('', order_no, name, mobile)) collate "C") with (fastupdate = off);
-- As in 0035.
create index charge_terms on charge_order using gin ((numbered_terms('', order_no, name, mobile)) collate "C") with (fastupdate = on, gin_pending_list_limit = 256);

delete from list_declared where list in ('orders', 'charges');
select declare_list('orders', 'notarization_order', 'created_at', array['', 'pay_status'], '', array['order_no', 'name', 'mobile'], 'numbered_terms', array['amount_fen']);
select declare_list('charges', 'charge_order', 'created_at', array['', 'pay_status', 'type', 'type+pay_status', 'order_type'], '', array['order_no', 'name', 'mobile'], 'numbered_terms', array['recharged', 'consumed']);
