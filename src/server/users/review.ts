import { repairType, userStatus, type ReviewChoice } from '../../domain/codes/users.ts';
import { afterReview, type ReviewState } from '../../domain/rules/user-review.ts';
import type { Database, Tx } from '../db/database.ts';
import { conflict, refuse, type Refusal } from '../http/refusal.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { grantCredential, renameCredential } from './credentials.ts';

export interface Decision {
  readonly userId: string;
  readonly choice: ReviewChoice;
  /** At most 20 characters; empty on approval unless the operator left a word. */
  readonly reason: string;
  /** The submission that the operator looked at; undefined decides whichever waits. */
  readonly submissionId: string | undefined;
}

/**
 * Decides the waiting submission of a user: the state, the check record, the credentials of an enterprise that is approved for the first
 * time and the trail row in one transaction. Of two operators who decide at once one wins.
 * @throws Refusal `该用户不存在`, or a conflict when what the operator looked at was decided already, or nothing waits.
 */
export async function reviewUser(db: Database, kind: 'first' | 'repair', decision: Decision, verifier: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The row lock makes the second reviewer wait, and then see that nothing is left to decide.
    const user = await tx.selectFrom('users').selectAll().where('id', '=', decision.userId).forUpdate().executeTakeFirst();
    if (!user) throw refuse('该用户不存在');
    const next = afterReview(user, kind, decision.choice);
    const submission = next && (await openSubmission(tx, user.id, kind, decision.submissionId));
    if (!next || !submission) throw await decided(tx, user, kind, verifier);

    const now = new Date();
    const result = decision.choice === 'approve' ? 'passed' : 'failed';
    await tx.updateTable('user_submission').set({ decision: decision.choice }).where('id', '=', submission.id).execute();
    await tx
      .insertInto('check_record')
      .values({
        user_id: user.id,
        submission_id: submission.id,
        verifier_id: verifier.id,
        verifier: verifier.name,
        verified_at: now,
        result,
        reason: decision.reason,
      })
      .execute();
    // A refused supplementary submission leaves the verified data, and the time of their verification, as they were.
    const checked = kind === 'first' || decision.choice === 'approve' ? { checked_at: now } : {};
    const verified =
      decision.choice === 'approve' ? { name: submission.name, tax_number: submission.tax_number, id_card: submission.id_card } : {};
    await tx
      .updateTable('users')
      .set({ ...next, ...checked, ...verified })
      .where('id', '=', user.id)
      .execute();
    if (user.type === 'enterprise' && decision.choice === 'approve')
      await (kind === 'first' ? grantCredential : renameCredential)(tx, user.id, submission.name);
    const hints = await takeShownHints(tx, submission.id, verifier);
    await recordTrail(tx, verifier, {
      action: kind === 'first' ? '实名审核' : '补充审核',
      object: `user/${user.id}`,
      before: stateOf(user),
      after: { ...stateOf(next), result, reason: decision.reason, submission: submission.id, ...(hints ? { hints } : {}) },
    });
  });
}

/** Why there is nothing to decide: whoever decided it himself reads how it stands. */
async function decided(
  tx: Tx,
  { id, status, repair }: ReviewState & { readonly id: string },
  kind: 'first' | 'repair',
  verifier: Actor,
): Promise<Refusal> {
  const last = await tx
    .selectFrom('check_record')
    .innerJoin('user_submission', 'user_submission.id', 'submission_id')
    .select('verifier_id')
    .where('check_record.user_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('check_record.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.verifier_id !== verifier.id) return conflict('该申请已被其他人审核');
  // Something waits, but not what he looked at.
  if ((kind === 'first' ? status : repair) === 'pending') return conflict('该申请已审核，该用户又提交了新的资料');
  return conflict(`该申请已审核，当前状态为${kind === 'first' ? userStatus.label(status) : repairType.label(repair)}`);
}

/** A user may hand in anew while an operator still looks at what was refused meanwhile: only what he saw is his to decide. */
function openSubmission(tx: Tx, userId: string, kind: 'first' | 'repair', seenId: string | undefined) {
  return tx
    .selectFrom('user_submission')
    .select(['id', 'name', 'tax_number', 'id_card'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .$if(seenId !== undefined, (query) => query.where('id', '=', seenId ?? ''))
    .executeTakeFirst();
}

/** What the reviewer was shown of the submission; undefined where they never saw its hints. Nobody else's are needed any more. */
async function takeShownHints(tx: Tx, submissionId: string, verifier: Actor): Promise<readonly string[] | undefined> {
  const shown = await tx.deleteFrom('hint_shown').where('submission_id', '=', submissionId).returning(['account_id', 'hints']).execute();
  return shown.find(({ account_id }) => account_id === verifier.id)?.hints;
}

function stateOf({ status, repair }: ReviewState): Record<string, string> {
  return { status, repair };
}
