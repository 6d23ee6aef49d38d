import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { dependences } from './independence.ts';

export interface TwoPeopleCheck {
  /** Decisions of two accounts that were looked at. */
  readonly decisions: number;
  /** The first decision whose accounts do not count as two people; null if there is none. */
  readonly broken: { readonly of: string; readonly reason: string } | null;
}

/**
 * Looks for decisions of the past whose two accounts one person could have held (decision 0073). A later confirmation of the account by
 * another administrator settles it. @param withInvoices whether issuing an invoice needs two people.
 */
export async function checkTwoPeople(db: Database, withInvoices: boolean): Promise<TwoPeopleCheck> {
  // Only accounts that somebody set shortly before can be one person's: most decisions need no look at what stands behind them.
  const { rows } = await sql<{ of: string; asker: string; approver: string; at: Date; total: number }>`
    with decided as (
      select 'erasure ' || id as of, requested_by::text as asker, decided_by::text as approver, decided_at as at
        from erasure where state in ('approved', 'erased', 'done') and repeated_at is null
      union all
      select 'invoice ' || id, first_by::text, review_by::text, review_at from invoice where ${withInvoices} and status = 'issued'
      union all
      select 'gift ' || g.id, substring(p.reference from '^[0-9]+(?=/)'), t.actor_id, t.at
        from trail t join points_gift g on g.id::text = t.after ->> 'giftId' join points_transfer p on p.id = g.id
       where t.action = '撤销赠送' and t.actor_kind = 'operator'),
    counted as (select count(*)::integer as total from decided),
    set_accounts as materialized (
      select distinct t.object, t.at from trail t where t.actor_kind = 'operator'
        and t.action in ('新增账号', '启用账号', '编辑账号', '重置动态口令', '重置通行密钥', '重置身份绑定'))
    select c.total, d.* from counted c left join decided d on d.asker is not null and exists (
      select from set_accounts s where s.object in ('account/' || d.asker, 'account/' || d.approver)
        and s.at <= d.at and s.at > d.at - interval '30 days')
     order by d.at, d.of`.execute(db);
  const decisions = rows[0]?.total ?? 0;
  const suspects = rows.filter(({ of }) => of !== null);
  for (let from = 0; from < suspects.length; from += 500) {
    const some = suspects.slice(from, from + 500);
    const found = await dependences(db, some);
    const at = found.findIndex((one) => one !== null);
    const [decision, dependence] = [some[at], found[at]];
    if (!decision || !dependence) continue;
    const { action, actor, side } = dependence;
    const account = side === 'asker' ? decision.asker : decision.approver;
    return {
      decisions,
      broken: { of: decision.of, reason: `was not decided by two people: ${actor} did ${action} to account ${account}` },
    };
  }
  return { decisions, broken: null };
}
