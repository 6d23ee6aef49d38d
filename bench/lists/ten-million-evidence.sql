-- Deterministic evidence, rows $1 to $2 of $3 over three years, of $4 users: three fifths of persons, three tenths of enterprises,
-- a tenth collected online and so in neither list. One in fifty is still uploading, one in a hundred is missing. Numbers are digests:
-- spread as evenly as random ones.
insert into evidence (id, number, user_id, type, kind, title, file_name, file_status, saved_at, log_entry)
select i, upper(md5(i::text)), user_id,
  case when abs(hashint8extended(user_id, 1) % 1000000007)::integer % 3 < 2 then 'personal' else 'enterprise' end,
  case when h1 % 10 = 0 then (array['web', 'process', 'move'])[1 + h2 % 3]
    else (array['file', 'photo', 'audio', 'video', 'screen'])[1 + h2 % 5] end,
  (array['合同签订现场', '工程进度照片', '通话录音', '会议录像', '操作录屏', '房屋交接', '货物签收', '侵权网页'])[1 + h3 % 8] || '-' || i,
  'IMG_' || i || (array['.jpg', '.mp3', '.mp4', '.pdf'])[1 + h2 % 4],
  case when h3 % 100 = 0 then 'missing' when h3 % 50 = 1 then 'uploading' else 'stored' end,
  timestamptz '2023-11-01 00:00:00+08' + make_interval(secs => floor(i * (3 * 365.25 * 86400 / $3::float8)) - h2 % 600),
  i
from (
  select i, 1 + abs(hashint8extended(i, 4)) % $4::bigint as user_id,
    abs(hashint8extended(i, 1) % 1000000007)::integer as h1,
    abs(hashint8extended(i, 2) % 1000000007)::integer as h2, abs(hashint8extended(i, 3) % 1000000007)::integer as h3
  from generate_series($1::bigint, $2::bigint) i
) hashed;
