import { sql } from 'kysely';

/** Contradictions in the demo's data; each query finds rows that must not exist. */
export const demoContradictions = {
  'a pending state without an open submission, or the other way round': sql`select u.id from users u
    left join user_submission s on s.user_id = u.id and s.decision is null
    where (u.status = 'pending' or u.repair = 'pending') <> (s.id is not null)`,
  'a decision without its check record': sql`select s.id from user_submission s left join check_record c on c.submission_id = s.id
    where coalesce(s.decision = 'approve', c.id is not null) is distinct from coalesce(c.result = 'passed', s.decision is not null)`,
  'a check record of another user, or before its submission': sql`select c.id from check_record c
    join user_submission s on s.id = c.submission_id where c.user_id <> s.user_id or c.verified_at <= s.submitted_at`,
  'a verifier under another name': sql`select c.id from check_record c join account a on a.id = c.verifier_id
    where a.realname <> c.verifier`,
  'a refusal without a reason of at most 20 characters': sql`select id from check_record
    where result = 'failed' and length(reason) not between 1 and 20`,
  'a check time that is not the last review but for refused supplementary ones': sql`
    select u.id from users u
    left join (check_record c join user_submission s on s.id = c.submission_id and not (s.kind = 'repair' and s.decision = 'reject'))
      on c.user_id = u.id
    group by u.id having u.checked_at is distinct from max(c.verified_at)`,
  'a submission before the registration': sql`select s.id from user_submission s join users u on u.id = s.user_id
    where s.submitted_at <= u.registered_at`,
  'a last sign-in that is not the last': sql`select u.id from users u
    left join user_login l on l.user_id = u.id group by u.id having u.last_login_at is distinct from max(l.login_time)`,
  'a sign-in before the registration': sql`select l.id from user_login l join users u on u.id = l.user_id
    where l.login_time < u.registered_at`,
  'an approved enterprise without credentials, or credentials of another': sql`select u.id from users u
    left join credential c on c.user_id = u.id
    where (u.type = 'enterprise' and u.status = 'approved') <> (c.app_id is not null)`,
  'a review that is not on the trail': sql`select c.id from check_record c
    left join trail t on t.object = 'user/' || c.user_id and t.at = c.verified_at and t.actor_id = c.verifier_id::text
    where t.id is null`,
  'a reviewer who had not signed in that day': sql`select c.id from check_record c where not exists (
    select from admin_login l
    where l.account_id = c.verifier_id and l.result = 'success'
      and l.login_time between c.verified_at - interval '10 hours' and c.verified_at)`,
  'points of a user who was not verified then': sql`select t.id from points_transfer t
    join points_account a on a.id in (t.from_account, t.to_account) and a.user_id is not null join users u on u.id = a.user_id
    where u.status <> 'approved' or t.at < (select min(verified_at) from check_record c where c.user_id = u.id and c.result = 'passed')`,
  'a gift that is not on the trail': sql`select g.id from points_gift g
    left join trail t on t.object = 'user/' || g.user_id and t.at = g.at and t.action = '赠送积分' and t.actor_name = g.giver
      and t.after->>'source' = g.kind
    where t.id is null`,
  'a giver who had not signed in that day': sql`select g.id from points_gift g where not exists (
    select from admin_login l join account a on a.id = l.account_id
    where a.realname = g.giver and l.result = 'success' and l.login_time between g.at - interval '10 hours' and g.at)`,
  'an operator who had not signed in on the day of a release': sql`select v.id from app_version v where not exists (
    select from admin_login l
    where l.account_id = v.operator_id and l.result = 'success'
      and l.login_time between v.created_at - interval '10 hours' and v.created_at)`,
  'a version that is not on the trail': sql`select v.id from app_version v
    left join trail t on t.object = 'version/' || v.id and t.at = v.created_at and t.action = '新增版本' and t.actor_name = v.operator
    where t.id is null`,
  'a review of a version that is not on the trail': sql`select v.id from app_version v where v.review = 'passed' and not exists (
    select from trail t where t.object = 'version/' || v.id and t.action = '设置过审状态' and t.after->>'review' = 'passed'
      and t.at > v.created_at)`,
  'a version that is not higher than the one before it': sql`select id from (
      select id, parts, lag(parts) over w as lower, previous, lag(version) over w as before
      from app_version window w as (partition by platform order by created_at)
    ) as s
    where parts <= lower or previous <> coalesce(before, '')`,
  'feedback before the registration, or of a version that was not out': sql`select f.id from feedback f join users u on u.id = f.user_id
    where f.at < u.registered_at or f.user_type <> u.type
      or not exists (select from app_version v where v.version = f.version and v.created_at < f.at)`,
  'evidence of someone who was not verified by then': sql`select e.id from evidence e where not exists (
    select from check_record c where c.user_id = e.user_id and c.result = 'passed' and c.verified_at < e.saved_at)`,
  'evidence that came and is not paid once and on the trail': sql`select e.id from evidence e
    left join points_transfer p on p.reference = e.number left join trail t on t.object = 'evidence/' || e.number and t.action = '存证'
    group by e.id having count(distinct p.id) <> (e.file_status <> 'uploading')::int
      or count(distinct t.id) <> (e.file_status <> 'uploading')::int`,
  'a capture or a recording that ends after it was kept, or before it began': sql`select id from evidence
    where end_at >= saved_at or start_at > end_at`,
  'a download before the evidence, or without its row on the trail': sql`select d.id from download_history d
    join evidence e on e.number = d.number
    left join trail t on t.at = d.at and case when d.is_batch
      then t.object = 'evidence/' || d.type and t.action = '批量下载取证' and t.after->'numbers' ? d.number
      else (t.object, t.action) in (('evidence/' || d.number, '下载存证'), ('evidence/' || d.number, '下载取证'),
        ('capture/' || d.number, '下载网页取证')) end
    where d.at <= e.saved_at or t.id is null`,
  'a phone with a version of the app that was not out': sql`select e.id from evidence e where e.device is not null and not exists (
    select from app_version v where v.version = e.device->>'version' and v.released_at < e.saved_at
      and v.platform = case e.device->>'type' when '1' then 'android' else 'ios' end)`,
  'a note that is not on the trail, or a mention without its message': sql`select n.id from note n
    left join trail t on t.object = n.object and t.at = n.at and t.action = '添加备注' and t.actor_id = n.author_id::text
    left join note_mention m on m.note_id = n.id left join message g on g.note_id = n.id and g.account_id = m.account_id
    where t.id is null or (m.note_id is not null and g.id is null)`,
  'a request to erase that is not on the trail, or somebody with open work': sql`select e.id from erasure e
    join users u on u.id = e.user_id
    left join trail t on t.object = 'user/' || e.user_id and t.at = e.requested_at and t.action = '申请删除个人信息'
    where t.id is null or u.status = 'pending' or exists (select from evidence where user_id = e.user_id)`,
  'a recording of someone who was not verified by then': sql`select r.id from recording r where not exists (
    select from check_record c where c.user_id = r.user_id and c.result = 'passed' and c.verified_at < r.begin_at)`,
  'a recording that is not paid, or whose points did not come back': sql`select r.id from recording r
    left join points_transfer p on p.reference = r.number
    group by r.id having count(p.id) <> case when r.status in ('failed', 'cancelled') then 2 else 1 end`,
  'a capture of someone who was not verified by then': sql`select k.id from capture k where not exists (
    select from check_record c where c.user_id = k.user_id and c.result = 'passed' and c.verified_at < k.created_at)`,
  'a capture that is not paid once, or whose points are not back': sql`select k.id from capture k
    left join points_transfer p on p.reference = k.number
    group by k.id having count(p.id) <> case when k.status in ('failed', 'cancelled') then 2 else 1 end`,
  'an application that covers nothing, another number of pieces, none in the first place, or evidence of somebody else or of later': sql`
    select o.id from notarization_order o
    left join notarization_evidence c on c.order_id = o.id
    left join evidence e on e.id = c.evidence_id and e.user_id = o.user_id and e.saved_at < o.created_at and e.file_status = 'stored'
    group by o.id having count(e.id) <> o.pieces or min(c.position) <> 1 or max(c.position) <> o.pieces`,
  'an application that is paid without a payment of its very amount, or paid and not': sql`select o.id from notarization_order o
    left join payment p on p.order_no = o.order_no and p.result = 'success'
    where (p.id is not null) <> (o.pay_status in ('paid', 'refunded')) or p.amount_fen <> o.amount_fen or p.at <> o.paid_at
      or p.trade_no <> o.trade_no`,
  'a transfer without its picture, or a picture without a transfer': sql`select id from notarization_order
    where (transfer_img is not null) <> coalesce(pay_type = 'transfer', false)`,
  'a decision without its record, or a failure that was not given back': sql`select o.id from notarization_order o
    left join notarization_check c on c.order_id = o.id left join refund r on r.order_no = o.order_no
    where (o.status in ('passed', 'failed')) <> (c.id is not null) or (r.id is not null) <> (o.pay_status = 'refunded')
      or (o.status = 'failed' and r.id is null) or (o.status = 'passed' and r.id is not null)`,
  'an acceptor under another name, or none': sql`select o.id from notarization_order o left join account a on a.id = o.acceptor_id
    where a.realname is distinct from o.acceptor_name or not a.accepts`,
  'a decision by someone who had not signed in that day, or that is not on the trail': sql`select c.id from notarization_check c
    left join trail t on t.object = 'application/' || c.order_id and t.at = c.at and t.action = '出证审核'
    where t.id is null or not exists (
      select from admin_login l
      where l.account_id = c.verifier_id and l.result = 'success' and l.login_time between c.at - interval '10 hours' and c.at)`,
  'documents whose numbers have a gap, or do not follow their time': sql`select id from (
      select id, serial, passed_at as t, row_number() over (partition by year order by passed_at) as place from notarial_document
    ) as s where serial <> place`,
  'points of a recharge without its paid order, or the other way round': sql`select r.order_no from recharge_order r
    full join (
      select t.reference, t.points, t.at, a.user_id from points_transfer t
      join points_account h on h.id = t.from_account and h.kind = 'recharge' join points_account a on a.id = t.to_account
    ) b on b.reference = r.order_no and b.user_id = r.user_id and b.points = r.points and b.at = r.paid_at
      and r.amount_fen = 100 * b.points
    where coalesce(r.pay_status = 'paid', true) <> (b.reference is not null)`,
  'a payment or a refund before its order': sql`select p.id
    from (select id, order_no, at from payment union all select id, order_no, at from refund) p
    join (select order_no, created_at from notarization_order union all select order_no, created_at from recharge_order) o
      on o.order_no = p.order_no
    where p.at < o.created_at`,
  'a decision or a refund before the payment': sql`select o.id from notarization_order o left join refund r on r.order_no = o.order_no
    where o.decided_at <= o.paid_at or r.at <= o.paid_at or o.decided_at <= o.created_at`,
  'a failed payment after the one that succeeded': sql`select f.id from payment f
    join payment p on p.order_no = f.order_no and p.result = 'success' where f.result = 'fail' and f.at >= p.at`,
  'an invoice before what it is about was paid, or steps that run backwards': sql`select i.id from invoice i
    join invoice_order l on l.invoice_id = i.id
    join (select order_no, paid_at from notarization_order union all select order_no, paid_at from recharge_order) o
      on o.order_no = l.order_no
    where o.paid_at > i.created_at or i.first_at <= i.created_at or i.review_at <= i.first_at`,
  'a capture or a recording that runs backwards': sql`select number from capture
    where begun_at < created_at or ended_at < coalesce(begun_at, created_at)
    union all select k.number from capture k join evidence e on e.number = k.number where e.saved_at < k.ended_at
    union all select r.number from recording r join evidence e on e.number = r.number where e.saved_at <= r.begin_at`,
  'points that were spent before they were there': sql`select user_id from (
      select a.user_id,
        sum(case when t.to_account = a.id then t.points else -t.points end)
          over (partition by a.id order by t.at, t.to_account <> a.id) as left_then
      from points_transfer t join points_account a on a.id in (t.from_account, t.to_account) and a.user_id is not null
    ) s where left_then < 0`,
  'an order number that tells another day': sql`select order_no from (
      select order_no, created_at as at from notarization_order
      union all select order_no, created_at from recharge_order where pay_status <> 'paid'
      union all select order_no, at from points_transfer union all select refund_order_no, at from refund
    ) o where left(order_no, 8) <> to_char(at at time zone 'Asia/Shanghai', 'YYYYMMDD')`,
  'ids that do not follow the time': sql`select id from (
      select id, submitted_at as t, lag(submitted_at) over (order by id) as earlier from user_submission
    ) as s where t < earlier`,
};
