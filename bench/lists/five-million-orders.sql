-- Deterministic orders of notarization, rows $1 to $2 of $3 over three years, of the users 1 to $4:
-- six in ten are paid, one in ten refunded.
insert into notarization_order (id, order_no, user_id, type, name, mobile, amount_fen, pieces, send_type, applicant, recipient,
  pay_status, pay_type, trade_no, paid_at, status, decided_at, created_at, urgency)
select i, to_char(at at time zone 'Asia/Shanghai', 'YYYYMMDD') || upper(substr(md5(i::text), 1, 16)), u.id, u.type, u.name, u.mobile,
  10000 + 2000 * (1 + h % 100), 1 + h % 100, 'pickup', '{}', '{}',
  pay, case when pay <> 'unpaid' then (array['wechat', 'alipay', 'cloud'])[1 + h % 3] end,
  case when pay <> 'unpaid' then '4200' || lpad(i::text, 24, '0') end,
  case when pay in ('paid', 'refunded') then at + interval '5 minutes' end,
  case when pay = 'refunded' then 'withdrawn' else 'pending' end, case when pay = 'refunded' then at + interval '1 hour' end, at, at
from (
  select i, abs(hashint8extended(i, 1) % 1000000007)::integer as h, 1 + abs(hashint8extended(i, 2)) % $4::bigint as user_id,
    (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'refunded', 'unpaid', 'unpaid', 'failed'])
      [1 + abs(hashint8extended(i, 3) % 1000000007)::integer % 10] as pay,
    timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => floor(i * (3 * 365.25 * 86400 / $3::float8))) as at
  from generate_series($1::bigint, $2::bigint) i) o
join users u on u.id = o.user_id;
