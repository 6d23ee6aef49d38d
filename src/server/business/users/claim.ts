import { endClaim, revokeClaim, takeClaim, type Lease } from '../../desk/claims/store.ts';
import { recordRevoked, type ClaimTerms } from '../../desk/claims/terms.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { decided } from './review.ts';
import { lockUser } from './store.ts';

/**
 * Claims a waiting review for a limited time, or extends the claim, so that nobody else decides it meanwhile.
 * @throws Refusal `该用户不存在`; a conflict that names the claimant or the decision.
 */
export async function claimReview(
  db: Database,
  userId: string,
  kind: 'first' | 'repair',
  terms: ClaimTerms,
  operator: Actor,
): Promise<Lease> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw refuse('该用户不存在');
    if ((kind === 'first' ? user.status : user.repair) !== 'pending') throw await decided(tx, user, kind, operator);
    return takeClaim(tx, 'user', userId, operator.id, terms);
  });
}

/** Ends an operator's own claim; a claim of another operator is left as it is. */
export async function releaseReview(db: Database, userId: string, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await lockUser(tx, userId)) await endClaim(tx, 'user', userId, operator.id);
  });
}

/** Ends whosever claim, for an administrator. @throws Refusal `该用户不存在`; a conflict if nobody has claimed it. */
export async function revokeReview(db: Database, userId: string, terms: ClaimTerms, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) throw refuse('该用户不存在');
    await recordRevoked(tx, operator, `user/${userId}`, await revokeClaim(tx, 'user', userId, terms));
  });
}
