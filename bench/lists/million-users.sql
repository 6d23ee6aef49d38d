-- Deterministic users, rows $1 to $2 of $3 over three years: about two persons to one enterprise, names as they are met in practice.
-- 王 (a person's surname) and 科技 (in enterprises) are each in about a tenth of all rows; 禤 and pairs of given-name characters are rare.
-- Mobiles begin with 100 and identity cards with 99: neither is ever given to a living person.
insert into users (id, type, name, mobile, status, repair, tax_number, id_card, registered_at, checked_at, last_login_at)
select i, type,
  case when type = 'personal' then
    case when h1 % 40000 = 0 then '禤' when h1 % 20 < 3 then '王' else surnames[1 + (h1 / 64) % cardinality(surnames)] end
      || given[1 + h2 % cardinality(given)] || case when h2 % 3 > 0 then given[1 + (h2 / 1024) % cardinality(given)] else '' end
  else
    cities[1 + h1 % cardinality(cities)] || given[1 + h2 % cardinality(given)] || given[1 + (h2 / 512) % cardinality(given)]
      || trades[1 + (h3 / 16) % cardinality(trades)] || '有限公司'
  end,
  '100' || lpad((i::bigint * 7919 % 100000000)::text, 8, '0'),
  status, case when status = 'approved'
    then (array['none','none','none','none','none','none','none','pending','approved','rejected'])[1 + h3 % 10] else 'none' end,
  case when type = 'enterprise' then '99' || upper(substr(md5(i::text), 1, 16)) else '' end,
  '99' || lpad((h3 % 10000)::text, 4, '0') || to_char(date '1950-01-01' + h1 % 20000, 'YYYYMMDD')
    || lpad((h2 % 1000)::text, 3, '0') || substr('0123456789X', 1 + h3 % 11, 1),
  registered_at,
  case when status in ('approved', 'rejected') then registered_at + make_interval(secs => 600 + h1 % 400000) end,
  case when h2 % 4 > 0 then registered_at + make_interval(secs => 60 + h3 % 8000000) end
from (
  select i, h1, h2, h3, case when h1 % 3 < 2 then 'personal' else 'enterprise' end as type,
    (array['unverified','unverified','pending','rejected','rejected','approved','approved','approved','approved','approved',
      'approved','approved','approved','approved','approved','approved','approved','approved','approved','approved'])
      [1 + h3 % 20] as status,
    timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => floor(i * (3 * 365.25 * 86400 / $3::float8)) - h2 % 600) as registered_at
  from (
    select i, abs(hashint8extended(i, 1) % 1000000007)::integer as h1,
      abs(hashint8extended(i, 2) % 1000000007)::integer as h2, abs(hashint8extended(i, 3) % 1000000007)::integer as h3
    from generate_series($1::bigint, $2::bigint) i
  ) hashed
) typed,
(select
  string_to_array('李李李李李张张张张张刘刘刘刘陈陈陈陈杨杨杨赵赵黄黄周周吴吴徐徐孙孙胡胡朱朱高高林林何何郭郭马马罗罗梁宋郑谢韩唐冯于董萧程'
    '曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹'
    '黎易常武乔贺赖龚文', null) as surnames,
  string_to_array('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国志永春梅红文辉晓东海燕玲云飞雪琴凤林鹏浩宇欣怡子涵梓轩雨桐佳琪思'
    '远嘉豪俊天瑞泽博一诺语嫣若曦晨阳睿航诗韵可心沐辰宏盛鼎信恒通泰润达隆昌兴旺源丰裕祥和顺安康宁福禄寿喜庆吉利亨贞元善美真诚'
    '义仁礼智勤俭德才学优良贤能正直公忠孝廉光大荣耀辉煌腾跃展翔凌霄卓越超群立业创新致胜凯歌捷声鸣震威武雄壮豪迈奔放逸飘洒清雅'
    '淑慧婉约柔曼丹青墨竹菊荷莲桃李杏柳松柏枫桦楠榆槐椿', null) as given,
  string_to_array('北京,上海,广州,深圳,杭州,南京,武汉,成都,重庆,西安,苏州,天津,长沙,'
    '郑州,青岛,宁波,佛山,东莞,合肥,厦门,福州,济南,大连,昆明,沈阳', ',') as cities,
  string_to_array('科技,科技,科技,网络科技,信息技术,商贸,贸易,文化传媒,广告,咨询,建筑工程,装饰,餐饮管理,物流', ',') as trades
) words
order by i;
