-- Evidence that comes at once is kept by one statement, which is a transaction of its own (decision 0011): a statement for each table would be a round trip
-- each, and everybody waits for it.

-- Makes evidence of what is given at `places`: the rows, what goes into the log, the trail's rows. Of each its `place` in `entries` and `details`, the latter
-- being the bytes of its details, which no store holds.
create function keep_evidence(given json, entries bytea[], details bytea[], places integer[], saved timestamptz) returns void language plpgsql as $$
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
    join json_to_recordset(given) g (place integer, number text, user_id bigint, type text, kind text, title text, file_name text, address text, start_at timestamptz, end_at timestamptz, device jsonb) using (place);

  insert into evidence_file (evidence_id, name, role, sha256, sm3, size_bytes, media_type, content)
  select k.id, f.name, f.role, f.sha256, f.sm3, f.size_bytes, f.media_type, case when f.role = 'details' then details[k.place] end
    from unnest(places, ids) k (place, id)
    join json_to_recordset(given) g (place integer, files json) using (place)
    cross join lateral json_to_recordset(g.files) f (name text, role text, sha256 text, sm3 text, size_bytes bigint, media_type text);

  insert into trail (actor_kind, actor_id, actor_name, ip, action, object, after)
  select g.actor_kind, g.actor_id, g.actor_name, g.ip, g.action, g.object, g.after
    from unnest(places) with ordinality k (place, at)
    join json_to_recordset(given) g (place integer, actor_kind text, actor_id text, actor_name text, ip text, action text, object text, after jsonb) using (place)
   order by k.at;
end $$;

-- Takes points for a business, of each user for each reference. The caller holds the balances, and has seen that they suffice.
create function spend_points(business text, price bigint, order_nos text[], payers bigint[], refs text[]) returns void language plpgsql as $$
declare
  booked integer;
begin
  insert into points_transfer (order_no, from_account, to_account, points, reference)
  select s.order_no, payer.id, house.id, price, s.reference
    from unnest(order_nos, payers, refs) s (order_no, user_id, reference)
    join points_account payer on payer.user_id = s.user_id
    join points_account house on house.kind = business and house.user_id is null;
  get diagnostics booked = row_count;
  if booked <> cardinality(refs) then
    raise exception 'not all points could be taken';
  end if;
end $$;

-- Keeps the evidence of orders, each for its price and once for its unique id, and tells of each what became of it: 'kept', 'repeated' with the first answer,
-- 'conflict', or why it was not: 'unknown', 'unverified', 'short', 'changed' (its manifest names another holder than the user's row). Orders have different unique ids.
-- Each statement sees what was committed when it began: what the locks were waited for is seen by the next one.
create function keep_orders(orders json, entries bytea[], details bytea[], price bigint, saved timestamptz)
returns table (place integer, outcome text, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  places integer[];
  outcomes text[];
  answers jsonb[];
  kept integer[];
begin
  -- Both in one order for everybody: batches that share ids or users wait for one another and do not deadlock.
  perform pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended(o.app_id || E'\n' || o.unique_id, 0) as key from json_to_recordset(orders) o (app_id text, unique_id text) order by key) k;
  perform from points_account a where a.user_id = any (array(select o.user_id from json_to_recordset(orders) o (user_id bigint))) order by a.id for no key update;

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
    from json_to_recordset(orders) o (place integer, app_id text, unique_id text, fingerprint text, user_id bigint, holder text, type text)
    left join intake_request r on r.app_id = o.app_id and r.unique_id = o.unique_id
    left join users u on u.id = o.user_id
    left join points_account a on a.user_id = o.user_id
    order by o.place) j;

  if kept <> '{}' then
    perform keep_evidence(orders, entries, details, kept, saved);
    if price > 0 then
      perform spend_points('evidence', price, array_agg(o.order_no order by o.place), array_agg(o.user_id order by o.place), array_agg(o.number order by o.place))
         from json_to_recordset(orders) o (place integer, order_no text, user_id bigint, number text) where o.place = any (kept);
    end if;
    insert into intake_request (app_id, unique_id, fingerprint, answer)
    select o.app_id, o.unique_id, decode(o.fingerprint, 'hex'), o.answer
      from json_to_recordset(orders) o (place integer, app_id text, unique_id text, fingerprint text, answer jsonb) where o.place = any (kept);
  end if;
  return query select * from unnest(places, outcomes, answers);
end $$;
