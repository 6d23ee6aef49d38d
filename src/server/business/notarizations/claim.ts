import type { Claim } from './wire-rows.ts';
import { recordRevoked, refuseMore, type ClaimTerms } from '../../desk/claims/terms.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { openAct, refuseOthersClaim, unknownApplication } from './open-act.ts';
import { endClaim, heldCount, lockApplication, refuseResting, revokeClaim, setClaim, type Scope } from './store.ts';

/**
 * Claims an application for a limited time, or extends the claim, so that nobody else reviews it meanwhile. An expired claim can be taken
 * over.
 * @throws Refusal `该申请不存在`, or that the operator has too many, or had it too long; a conflict that names the claimant, or says that
 * there is nothing to review.
 */
export async function claimApplication(db: Database, id: string, scope: Scope, terms: ClaimTerms, operator: Actor): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, id, scope);
    if (!order) throw unknownApplication();
    await openAct(tx, order, 'pass', operator.id);
    await refuseOthersClaim(tx, order, operator.id);
    const isOwn = order.is_claimed && order.claimed_by === operator.id;
    if (!isOwn) {
      if (order.claimed_by === operator.id) await refuseResting(tx, id, terms);
      await refuseMore(tx, operator.id, terms, heldCount(tx, operator.id));
    }
    const { since, until } = await setClaim(tx, id, { operatorId: operator.id, since: isOwn ? order.claimed_at : null, terms });
    if (!isOwn)
      await recordTrail(tx, operator, {
        action: '开始处理出证申请',
        object: `application/${id}`,
        before: { claimedBy: order.claimed_by },
        after: { claimedBy: operator.id },
      });
    return { operator: operator.name, since, until, isOwn: true };
  });
}

/** Ends an operator's claim. A claim of another operator is left as it is. @throws Refusal `该申请不存在`. */
export async function releaseApplication(db: Database, id: string, scope: Scope, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, id, scope);
    if (!order) throw unknownApplication();
    if (!order.is_claimed || order.claimed_by !== operator.id) return;
    await endClaim(tx, id, operator.id);
    await recordTrail(tx, operator, {
      action: '放下出证申请',
      object: `application/${id}`,
      before: { claimedBy: operator.id },
      after: { claimedBy: null },
    });
  });
}

/** Ends whosever claim, for an administrator. @throws Refusal `该申请不存在`; a conflict if nobody has claimed it. */
export async function revokeApplication(db: Database, id: string, terms: ClaimTerms, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, id, null);
    if (!order) throw unknownApplication();
    if (order.is_claimed) await revokeClaim(tx, id, terms);
    await recordRevoked(tx, operator, `application/${id}`, order.is_claimed ? order.claimed_by : null);
  });
}
