import { repairType, userStatus, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { afterReview, type ReviewState } from '../../../domain/business/rules/user-review.ts';
import { endClaim, refuseOthersClaim } from '../../desk/claims/store.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { forgetDrafts } from '../../desk/drafts/store.ts';
import { emit, type NewEvent } from '../../desk/events/emit.ts';
import { endMessages } from '../../desk/messages/store.ts';
import { conflict, refuse, type Refusal } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { grantCredential } from './credentials.ts';
import { userEvent } from './user-event.ts';
import { changeUser, decideSubmission, lastVerifier, lockUser, renameCredential, takeShownHints, waitingSubmission } from './store.ts';

export interface Decision {
  readonly userId: string;
  readonly choice: ReviewChoice;
  /** At most 20 characters; on approval it may be empty. */
  readonly reason: string;
  /** The submission that the operator saw; undefined decides whichever is pending. */
  readonly submissionId: string | undefined;
}

/**
 * Decides the pending submission of a user. The state, the check record, the credentials of an enterprise that is approved for the first
 * time and the trail row are written in one transaction. Of two concurrent decisions one wins.
 * @throws Refusal `该用户不存在`, or a conflict if the seen submission was already decided, none is pending, or another operator has
 * claimed it.
 */
export async function reviewUser(db: Database, kind: 'first' | 'repair', decision: Decision, verifier: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, decision.userId);
    if (!user) throw refuse('该用户不存在');
    const next = afterReview(user, kind, decision.choice);
    // A user may submit again while an operator still looks at the old submission. The operator may decide only what they saw.
    const submission = next && (await waitingSubmission(tx, user.id, kind, decision.submissionId));
    if (!next || !submission) throw await decided(tx, user, kind, verifier);
    await refuseOthersClaim(tx, 'user', user.id, verifier.id);

    const now = new Date();
    const result = decision.choice === 'approve' ? 'passed' : 'failed';
    await decideSubmission(tx, submission.id, decision.choice, {
      user_id: user.id,
      verifier_id: verifier.id,
      verifier: verifier.name,
      verified_at: now,
      result,
      reason: decision.reason,
    });
    await endClaim(tx, 'user', user.id);
    // A refused supplementary submission leaves the verified data and their verification time unchanged.
    const checked = kind === 'first' || decision.choice === 'approve' ? { checked_at: now } : {};
    const verified =
      decision.choice === 'approve' ? { name: submission.name, tax_number: submission.tax_number, id_card: submission.id_card } : {};
    await changeUser(tx, user.id, { ...next, ...checked, ...verified });
    if (user.type === 'enterprise' && decision.choice === 'approve')
      await (kind === 'first' ? grantCredential : renameCredential)(tx, user.id, submission.name);
    const hints = await takeShownHints(tx, submission.id, verifier);
    await recordTrail(tx, verifier, {
      action: kind === 'first' ? '实名审核' : '补充审核',
      object: `user/${user.id}`,
      before: stateOf(user),
      after: { ...stateOf(next), result, reason: decision.reason, submission: submission.id, ...(hints ? { hints } : {}) },
    });
    await emit(tx, decisionEvent(kind, decision, { ...next, id: user.id }));
    await forgetDrafts(tx, [draftSubject.userReview(user.id, kind === 'repair')]);
    await endMessages(tx, 'returned', `submission/${submission.id}`);
  });
}

function decisionEvent(kind: 'first' | 'repair', { choice, reason }: Decision, user: ReviewState & { readonly id: string }): NewEvent {
  if (choice === 'reject') return userEvent('user.rejected', user, reason);
  return userEvent(kind === 'first' ? 'user.approved' : 'user.repaired', user, null);
}

/** Why there is nothing to decide. An operator who decided it themselves is told the current state. */
export async function decided(
  tx: Tx,
  { id, status, repair }: ReviewState & { readonly id: string },
  kind: 'first' | 'repair',
  verifier: Actor,
): Promise<Refusal> {
  const last = await lastVerifier(tx, id, kind);
  const isPending = (kind === 'first' ? status : repair) === 'pending';
  if (last === undefined && isPending) return conflict('该用户又提交了新的资料');
  if (last === undefined) return conflict(kind === 'first' ? '该用户没有提交实名资料' : '该用户没有提交补充资料');
  if (last !== verifier.id) return conflict('该申请已被其他人审核');
  // A submission is pending, but not the one that the operator saw.
  if (isPending) return conflict('该申请已审核，该用户又提交了新的资料');
  return conflict(`该申请已审核，当前状态为${kind === 'first' ? userStatus.label(status) : repairType.label(repair)}`);
}

function stateOf({ status, repair }: ReviewState): Record<string, string> {
  return { status, repair };
}
