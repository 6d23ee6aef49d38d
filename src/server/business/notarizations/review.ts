import type { ReviewChoice } from '../../../domain/business/codes/users.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import type { ObjectChecks } from '../../custody/objects/check-now.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { forgetDrafts } from '../../desk/drafts/store.ts';
import { emit } from '../../desk/events/emit.ts';
import { endMessages } from '../../desk/messages/store.ts';
import { refundApplication } from '../payments/refund.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { numberDocument } from './documents/document-number.ts';
import { notarizationEvent } from './notarization-event.ts';
import { overdueEvent } from './overdue.ts';
import { openAct, refuseOthersClaim, unknownApplication } from './open-act.ts';
import { checkPieces, pieceFault, readPieces, unopenedText, type Piece } from './pieces.ts';
import { decideApplication, insertCheck, lockApplication, type Scope } from './store.ts';

export interface Decision {
  readonly orderId: string;
  readonly userId: string;
  readonly choice: ReviewChoice;
  /** 1 to 20 characters. */
  readonly remark: string;
}

export interface ReviewTerms {
  readonly notarialWord: string;
  /** Whether an application passes only once the operator has opened each of its pieces. */
  readonly mustOpen: boolean;
  readonly checks: ObjectChecks;
}

/**
 * Decides an application. Its state, the check record, the refund of a failed one or the numbered document of a passed one, and the trail
 * rows are written in one transaction. Of several concurrent decisions one wins. The document's file is made afterwards.
 * @throws Refusal `该申请不存在`; that a piece is damaged, missing or, where it must be, not opened, so that it cannot pass; a conflict if
 * it is unpaid, decided, withdrawn, or claimed by another operator.
 */
export async function reviewApplication(
  db: Database,
  { orderId, userId, choice, remark }: Decision,
  scope: Scope,
  { notarialWord, mustOpen, checks }: ReviewTerms,
  verifier: Actor,
): Promise<void> {
  const opener = verifier.kind === 'operator' ? verifier.id : null;
  // Before the transaction, since large files take seconds.
  const checked =
    choice === 'approve' ? await checkPieces(checks, { read: () => readPieces(db, orderId, opener), waitMs: checkWaitMs }) : [];
  await db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, orderId, scope);
    // The address names both, so an application under another user's id is answered as unknown (spec/security, 16).
    if (!order || order.user_id !== userId) throw unknownApplication();
    const next = await openAct(tx, order, choice === 'approve' ? 'pass' : 'fail', verifier.id);
    await refuseOthersClaim(tx, order, verifier.id);
    const pieces = await readPieces(tx, orderId, opener);
    const fault =
      choice === 'approve' ? (pieceFault(checked) ?? pieceFault(pieces) ?? (mustOpen ? unopenedText(pieces) : undefined)) : undefined;
    if (fault !== undefined) throw refuse(fault);
    const at = new Date();
    const result = choice === 'approve' ? ('passed' as const) : ('failed' as const);
    await decideApplication(tx, order, { status: next, remark, decided_at: at });
    await insertCheck(tx, { order_id: orderId, verifier_id: verifier.id, verifier: verifier.name, at, result, reason: remark });
    await emit(tx, notarizationEvent(order, next));
    const refundOrderNo = result === 'failed' ? await refundApplication(tx, order, remark, verifier) : undefined;
    // The document names who has the application in charge, whoever decides it; the check names who decided.
    const notary = order.acceptor_name === '' ? verifier.name : order.acceptor_name;
    const document = result === 'passed' ? await numberDocument(tx, orderId, notarialWord, notary, at) : undefined;
    await recordTrail(tx, verifier, {
      action: '出证审核',
      object: `application/${orderId}`,
      before: { status: order.status },
      after: {
        status: next,
        result,
        remark,
        ...seenBy(opener, pieces),
        ...(refundOrderNo === undefined ? {} : { refundOrderNo }),
        ...(document === undefined ? {} : { document }),
      },
    });
    await forgetDrafts(tx, [draftSubject.applicationReview(orderId)]);
    await endMessages(tx, 'overdue', overdueEvent(orderId));
  });
}

/** Which pieces the operator had opened when they decided, and which not; nothing for the system, which opens none. */
function seenBy(opener: string | null, pieces: readonly Piece[]): { opened?: readonly string[]; unopened?: readonly string[] } {
  if (opener === null) return {};
  const numbers = (isOpened: boolean) => pieces.filter((piece) => piece.isOpened === isOpened).map(({ number }) => number);
  return { opened: numbers(true), unopened: numbers(false) };
}

/** Within the time after which the console gives a call up. */
const checkWaitMs = 20_000;
