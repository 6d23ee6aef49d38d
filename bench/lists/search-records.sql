-- Deterministic captures, invoices and recharges, rows $1 to $2 of $3, one of each, of the users 1 to $4.
insert into capture (id, number, user_id, username, mobile, url, name, label, status, created_at)
select i, upper(md5('capture' || i)), u.id, u.name, u.mobile, 'https://www.example.com/', '侵权网页-' || i, '', 'succeeded',
  timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => i * 9)
from generate_series($1::bigint, $2::bigint) i join users u on u.id = 1 + i * 7 % $4::bigint;
insert into invoice (id, user_id, user_type, username, mobile, type, head, tax_num, bank_name, account, street, phone_number,
  recipient_name, post_phone_number, address, email, remark, amount_fen, status, created_at, first_by, first_name, first_at,
  review_by, review_name, review_at, deal_day, deal_num)
select i, u.id, u.type, u.name, u.mobile, 'electronic', u.name, u.tax_number, '', '', '', '', '', '', '', '', '', 10000, 'issued', at,
  1, '', at, 1, '', at, '2026-01-05', '24992' || lpad(i::text, 15, '0')
from generate_series($1::bigint, $2::bigint) i join users u on u.id = 1 + i * 11 % $4::bigint
cross join lateral (select timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => i * 9) as at) t;
insert into charge_order (id, recharge_id, order_no, user_id, type, name, mobile, points, order_type, business, pay_status, pay_type,
  created_at, trade_no)
select i, i, '20260105' || upper(substr(md5('charge' || i), 1, 16)), u.id, u.type, u.name, u.mobile, 10, 'recharge', 'recharge', 'paid',
  'wechat', timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => i * 9), 'C' || lpad(i::text, 15, '0')
from generate_series($1::bigint, $2::bigint) i join users u on u.id = 1 + i * 13 % $4::bigint;
