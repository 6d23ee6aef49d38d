import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface ActsCheck {
  /** Trail rows that record points taken or given. */
  readonly acts: number;
  /** The first act without its booking, or booking without its act or object; null if there is none. */
  readonly broken: { readonly of: string; readonly reason: string } | null;
}

/**
 * Compares the ledger with other records, in one snapshot. If a booking is deleted together with its share of the balance, the ledger still
 * adds up. But the act remains in the hash-chained trail, and so does the evidence, capture or recording that was paid for.
 */
export async function checkActs(db: Database): Promise<ActsCheck> {
  const { rows } = await sql<{ acts: string; of: string | null; reason: string }>`
    with spent as materialized (
      select t.object, split_part(t.object, '/', 2) as reference, (t.after->>'points')::bigint as points,
        (t.after->>'user')::bigint as user_id,
        case t.action when '存证' then 'evidence' when '申请网页取证' then 'web' else t.after->>'type' end as business
      from trail t where t.action in ('存证', '申请网页取证', '登记取证') and (t.after->>'points')::bigint > 0),
    given as materialized (
      select t.object, split_part(t.object, '/', 2)::bigint as user_id, t.after->>'source' as source,
        sum((t.after->>'gift')::bigint) as points, count(*) as acts
      from trail t where t.action = '赠送积分' group by 1, 2, 3),
    taken as materialized (
      select t.object, split_part(t.object, '/', 2)::bigint as user_id, t.after->>'source' as source,
        'gift/' || (t.after->>'giftId') as reference, (t.after->>'taken')::bigint as points
      from trail t where t.action = '撤销赠送'),
    bookings as materialized (
      select t.reference, t.points, a.user_id, h.kind from points_transfer t
      join points_account h on h.id = t.to_account and h.user_id is null join points_account a on a.id = t.from_account),
    gifts as (
      select a.user_id, h.kind, sum(t.points) as points from points_transfer t
      join points_account h on h.id = t.from_account and h.kind like 'gift%' join points_account a on a.id = t.to_account group by 1, 2),
    broken as (
      select s.object as of, 'cost ' || s.points || ' points, and the ledger has no such booking' as reason from spent s
      where not exists (select from bookings b where b.reference = s.reference and b.kind = s.business and b.points = s.points
        and b.user_id = s.user_id)
      union all
      select g.object, 'was given ' || g.points || ' points as ' || g.source || ', and the ledger has ' || coalesce(b.points, 0)
        from given g
      left join gifts b on b.user_id = g.user_id and b.kind = g.source where g.points > coalesce(b.points, 0)
      union all
      select t.object, 'had ' || t.points || ' points of ' || t.reference || ' taken back, and the ledger has no such booking' from taken t
      where not exists (select from bookings b where (b.reference, b.kind, b.points, b.user_id)
        = (t.reference, t.source, t.points, t.user_id))
      union all
      select b.kind || ' ' || b.reference, 'was taken back, and nobody did it' from bookings b
      where b.kind like 'gift%' and not exists (select from taken t where (b.reference, b.kind, b.points, b.user_id)
        = (t.reference, t.source, t.points, t.user_id))
      union all
      select b.kind || ' ' || b.reference, 'was paid for, and is not there' from bookings b
      where b.kind not like 'gift%' and not exists (
        select from evidence e where b.kind = 'evidence' and e.number = b.reference
        union all select from capture c where b.kind = 'web' and c.number = b.reference
        union all select from recording r where b.kind = r.type and r.number = b.reference))
    select (select count(*) from spent) + (select coalesce(sum(acts), 0) from given) + (select count(*) from taken) as acts, first.*
    from (select 1) one left join (select * from broken order by of, reason limit 1) first on true`.execute(db);
  const [row] = rows;
  return { acts: Number(row?.acts ?? 0), broken: row && row.of !== null ? { of: row.of, reason: row.reason } : null };
}
