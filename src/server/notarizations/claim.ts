import { sql } from 'kysely';
import type { Claim } from './wire-rows.ts';
import type { Database } from '../db/database.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { lockApplication, type Scope } from './application-store.ts';
import { openAct, refuseOthersClaim, unknownApplication } from './standing.ts';

/**
 * Takes an application in hand for some time, or for some more: nobody else reviews it meanwhile. One that has expired is taken over.
 * @throws Refusal `该申请不存在`; a conflict that names who has it, or says that there is nothing to review.
 */
export async function claimApplication(db: Database, id: string, scope: Scope, claimSeconds: number, operator: Actor): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, id, scope);
    if (!order) throw unknownApplication();
    await openAct(tx, order, 'pass', operator.id);
    await refuseOthersClaim(tx, order, operator.id);
    const isOwn = order.is_claimed && order.claimed_by === operator.id;
    const { claimed_at: since, claimed_until: until } = await tx
      .updateTable('notarization_order')
      .set({
        claimed_by: operator.id,
        claimed_at: isOwn ? order.claimed_at : sql<Date>`clock_timestamp()`,
        claimed_until: sql<Date>`clock_timestamp() + make_interval(secs => ${claimSeconds})`,
      })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returning(['claimed_at', 'claimed_until'])
      .executeTakeFirstOrThrow();
    if (!isOwn)
      await recordTrail(tx, operator, {
        action: '开始处理出证申请',
        object: `application/${id}`,
        before: { claimedBy: order.claimed_by },
        after: { claimedBy: operator.id },
      });
    if (!since || !until) throw new Error('a claim has a beginning and an end');
    return { operator: operator.name, since, until, isOwn: true };
  });
}

/** Puts an application down again. One that is not the operator's own is left as it is. @throws Refusal `该申请不存在`. */
export async function releaseApplication(db: Database, id: string, scope: Scope, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, id, scope);
    if (!order) throw unknownApplication();
    if (order.claimed_by !== operator.id) return;
    await tx
      .updateTable('notarization_order')
      .set({ claimed_by: null, claimed_at: null, claimed_until: null })
      .where('id', '=', id)
      .where('claimed_by', '=', operator.id)
      .execute();
    await recordTrail(tx, operator, {
      action: '放下出证申请',
      object: `application/${id}`,
      before: { claimedBy: operator.id },
      after: { claimedBy: null },
    });
  });
}

/** The next one to review for an operator: nobody else works on it, and its last day is the nearest. */
export async function nextApplication(db: Database, scope: Scope, operatorId: string, except: string | undefined) {
  return db
    .selectFrom('notarization_order')
    .select(['id', 'user_id', 'type'])
    .where('shown_status', '=', 'waiting')
    .where('pay_status', '=', 'paid')
    .where((is) =>
      is.or([is('claimed_until', 'is', null), is('claimed_until', '<', sql<Date>`clock_timestamp()`), is('claimed_by', '=', operatorId)]),
    )
    .$if(scope !== null, (query) => query.where('accepted_by', '=', scope))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('urgency', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
