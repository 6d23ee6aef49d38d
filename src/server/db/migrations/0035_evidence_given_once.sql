-- What an evidence takes of the database, again (decision 0011): what is given is read from its JSON once and not by every statement, equal pieces are found by
-- the database's own code, and the search indexes that every evidence writes to take their pieces in a few hundred rows at once.

-- One evidence as the server gives it: the columns of its rows by their names; of an order also what it is judged by.
create type given_evidence as (
  place integer, number text, user_id bigint, type text, kind text, title text, file_name text, address text, start_at timestamptz, end_at timestamptz, device jsonb, files json,
  actor_kind text, actor_id text, actor_name text, ip text, action text, object text, after jsonb,
  app_id text, unique_id text, fingerprint text, holder text, order_no text, answer jsonb
);

create function given_evidence(given json) returns given_evidence[] language sql immutable parallel safe strict as
$$ select array_agg(g) from json_populate_recordset(null::given_evidence, given) g $$;

drop function keep_evidence(json, bytea[], bytea[], integer[], timestamptz);
-- As in 0030.
create function keep_evidence(given given_evidence[], entries bytea[], details bytea[], places integer[], saved timestamptz) returns void language plpgsql as $$
declare
  ids bigint[] := array(select nextval(pg_get_serial_sequence('evidence', 'id')) from unnest(places));
  -- Taken in the order given, which is the order that the log takes them up in.
  log_ids bigint[] := array(select nextval(pg_get_serial_sequence('log_pending', 'id')) from unnest(places));
begin
  insert into log_pending (id, entry) overriding system value
  select k.log_id, entries[k.place] from unnest(places, log_ids) k (place, log_id);

  insert into evidence (id, number, user_id, type, kind, title, file_name, address, start_at, end_at, device, saved_at, log_entry)
  select k.id, g.number, g.user_id, g.type, g.kind, g.title, g.file_name, g.address, g.start_at, g.end_at, g.device, saved, k.log_id
    from unnest(places, ids, log_ids) k (place, id, log_id)
    join unnest(given) g using (place);

  insert into evidence_file (evidence_id, name, role, sha256, sm3, size_bytes, media_type, content)
  select k.id, f.name, f.role, f.sha256, f.sm3, f.size_bytes, f.media_type, case when f.role = 'details' then details[k.place] end
    from unnest(places, ids) k (place, id)
    join unnest(given) g using (place)
    cross join lateral json_to_recordset(g.files) f (name text, role text, sha256 text, sm3 text, size_bytes bigint, media_type text);

  insert into trail (actor_kind, actor_id, actor_name, ip, action, object, after)
  select g.actor_kind, g.actor_id, g.actor_name, g.ip, g.action, g.object, g.after
    from unnest(places) with ordinality k (place, at)
    join unnest(given) g using (place)
   order by k.at;
end $$;

-- As in 0030.
create or replace function keep_orders(orders json, entries bytea[], details bytea[], price bigint, saved timestamptz)
returns table (place integer, outcome text, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  given given_evidence[] := given_evidence(orders);
  places integer[];
  outcomes text[];
  answers jsonb[];
  kept integer[];
begin
  -- Both in one order for everybody: batches that share ids or users wait for one another and do not deadlock.
  perform pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended(o.app_id || E'\n' || o.unique_id, 0) as key from unnest(given) o order by key) k;
  perform from points_account a where a.user_id = any (array(select o.user_id from unnest(given) o)) order by a.id for no key update;

  -- Each is judged by what those before it leave.
  select array_agg(j.place), array_agg(j.outcome), array_agg(j.answer), coalesce(array_agg(j.place) filter (where j.outcome = 'kept'), '{}') into places, outcomes, answers, kept from (
    select o.place, r.answer,
      case
        when r.fingerprint = decode(o.fingerprint, 'hex') then 'repeated'
        when r.fingerprint is not null then 'conflict'
        when u.id is null then 'unknown'
        when u.status <> 'approved' then 'unverified'
        when price * row_number() over (partition by o.user_id, r.fingerprint is null order by o.place) > coalesce(a.balance, 0) then 'short'
        when (u.name, u.type) is distinct from (o.holder, o.type) then 'changed'
        else 'kept'
      end as outcome
    from unnest(given) o
    left join intake_request r on r.app_id = o.app_id and r.unique_id = o.unique_id
    left join users u on u.id = o.user_id
    left join points_account a on a.user_id = o.user_id
    order by o.place) j;

  if kept <> '{}' then
    perform keep_evidence(given, entries, details, kept, saved);
    if price > 0 then
      perform spend_points('evidence', price, array_agg(o.order_no order by o.place), array_agg(o.user_id order by o.place), array_agg(o.number order by o.place))
         from unnest(given) o where o.place = any (kept);
    end if;
    insert into intake_request (app_id, unique_id, fingerprint, answer)
    select o.app_id, o.unique_id, decode(o.fingerprint, 'hex'), o.answer from unnest(given) o where o.place = any (kept);
  end if;
  return query select * from unnest(places, outcomes, answers);
end $$;

-- The pieces of before (0002, 0031). Text search's own list of words finds those that are there twice, in a sixth of the time that a query takes.
create or replace function search_terms(scope text, variadic fields text[]) returns text[] language plpgsql immutable parallel safe strict cost 5000 as $$
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

-- At most 256 kB of rows wait to be put into the index, and are read by every search of it: a few hundred.
alter index charge_terms set (fastupdate = on, gin_pending_list_limit = 256);
alter index trail_terms set (fastupdate = on, gin_pending_list_limit = 256);
