-- Deterministic rows $1 to $2 of a trail of $3 over three years: 40 operators and two clients; an act in ten is a review,
-- one in two takes in an evidence.
insert into trail (id, at, actor_kind, actor_id, actor_name, ip, action, object, before, after) overriding system value
select i, timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => floor(i * (3 * 365.25 * 86400 / $3::float8))),
  case when h % 2 = 0 then 'client' else 'operator' end, case when h % 2 = 0 then 'app' else (h % 40)::text end,
  case when h % 2 = 0 then '存证 App' else '操作员' || h % 40 end, '203.0.113.10',
  case when h % 2 = 0 then '存证' when h % 10 = 1 then '实名审核' when h % 10 = 3 then '查看用户资料'
    when h % 10 = 5 then '导出' else '登录' end,
  case when h % 2 = 0 then 'evidence/' || lpad(upper(to_hex(i)), 32, '0')
    when h % 10 = 1 then 'user/' || h % 100000 else 'account/' || h % 40 end,
  case when h % 10 = 1 then jsonb_build_object('status', 'pending') end, jsonb_build_object('status', 'approved', 'n', i)
from (select i, abs(hashint8extended(i, 1) % 1000000007)::integer as h from generate_series($1::bigint, $2::bigint) i) acts
