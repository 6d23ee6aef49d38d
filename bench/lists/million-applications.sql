-- Deterministic applications, $1 of them over three years, of $2 users and twenty acceptors: one of twenty-five waits for
-- review. The account `bench` is an acceptor whose role has node 37. A thousand pieces of evidence are enough, since the list shows only
-- the first number of each.
insert into role (position, description, nodes) values ('公证员', '', array[9, 10, 29, 37]);
insert into account (username, password_hash, realname, mobile, role_id, accepts)
select case when i = 1 then 'bench' else 'notary' || i end, '', '公证员' || i, '', (select max(id) from role), true
from generate_series(1, 20) i;
insert into evidence (number, user_id, type, kind, title, file_name, saved_at)
select upper(md5(i::text)), 1 + i, 'personal', 'file', '一份证据', 'a.pdf', timestamptz '2023-10-01 00:00:00+08'
from generate_series(1, 1000) i;
insert into notarization_order (id, order_no, user_id, type, name, mobile, amount_fen, pieces, send_type, applicant, recipient,
  pay_status, paid_at, due_at, status, decided_at, acceptor_id, acceptor_name, created_at, urgency)
select made.i, to_char(made.at at time zone 'Asia/Shanghai', 'YYYYMMDD') || upper(substr(md5(made.i::text), 1, 16)),
  u.id, u.type, u.name, u.mobile, 12000, 1, 'pickup', '{}', '{}', made.pay,
  case when made.pay in ('paid', 'refunded') then made.at end, made.due,
  made.status, case when made.status <> 'pending' then made.at + interval '2 days' end, a.id, a.realname, made.at,
  case when made.status = 'pending' and made.pay = 'paid'
    then timestamptz '3000-01-01 00:00+00' - (made.due - timestamptz '2000-01-01 00:00+00') else made.at end
from (
  select i, h, 1 + h % $2 as user_id, (h / 7) % 20 as desk,
    case when i % 25 = 0 then 'pending' when i % 25 in (1, 2) then 'pending' when i % 25 < 20 then 'passed'
      when i % 25 < 23 then 'failed' else 'withdrawn' end as status,
    case when i % 25 = 0 then 'paid' when i % 25 = 1 then 'unpaid' when i % 25 = 2 then 'failed'
      when i % 25 < 20 then 'paid' when i % 25 < 24 then 'refunded' else 'unpaid' end as pay,
    timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => floor(i * (3 * 365.25 * 86400 / $1::float8)) - h % 600) as at,
    date_trunc('day', timestamptz '2023-11-22 00:00:00+08' + make_interval(secs => floor(i * (3 * 365.25 * 86400 / $1::float8)))) as due
  from (select i, abs(hashint8extended(i, 1) % 1000000007)::integer as h from generate_series(1, $1::bigint) i) hashed
) made
join users u on u.id = made.user_id
join (select id, realname, row_number() over (order by id) - 1 as desk from account where realname like '公证员%') a on a.desk = made.desk
order by made.i;
insert into notarization_evidence (order_id, position, evidence_id)
select o.id, 1, e.first + o.id % 1000 from notarization_order o, (select min(id) as first from evidence) e;
