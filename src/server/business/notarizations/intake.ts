import { progress, type SendType } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { afterAct, progressOf } from '../../../domain/business/rules/notarization.ts';
import { nextAcceptor } from '../../desk/acceptors/assign.ts';
import type { Prices } from '../../platform/runtime/config.ts';
import { isMainFile } from '../../custody/evidence/evidence-files.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Agent, Applicant, Recipient } from '../../platform/db/json.ts';
import { emit } from '../../desk/events/emit.ts';
import { newOrderNo } from '../payments/order-no.ts';
import { refundApplication } from '../payments/refund.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { endMessages } from '../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { approvedUser } from '../users/evidence-owner.ts';
import { conflict, IntakeRefusal } from '../../open/signed/refusal.ts';
import { notarizationEvent } from './notarization-event.ts';
import { overdueEvent } from './overdue.ts';
import { decideApplication, insertApplication, lockApplication } from './store.ts';

export interface NewApplication {
  readonly userId: string;
  /** 1 to 100 evidence numbers, each once, in the order in which the document names them. */
  readonly numbers: readonly string[];
  readonly sendType: SendType;
  readonly applicant: Applicant;
  /** Undefined if it is the applicant. */
  readonly recipient: Recipient | undefined;
  /** What the document is for; may be empty. */
  readonly purpose: string;
  /** How many originals; null if it was not said. */
  readonly copies: number | null;
  /** Who acts for the applicant; null for nobody. */
  readonly agent: Agent | null;
}

/** Checks that every file is in the store, because evidence that nobody can read must not be notarized. @throws IntakeRefusal 404, 409 */
export async function assertFilesThere(db: Database, store: ObjectStore, numbers: readonly string[]): Promise<void> {
  const found = await findEvidence(db, numbers);
  for (const number of numbers) {
    const file = found.get(number);
    if (!file) throw unknownEvidence(number);
    if (file.sha256 === null || !(await store.stat(file.sha256))) throw fileMissing(number);
  }
}

/**
 * Creates an unpaid application, assigned to an acceptor if there is one.
 * @throws IntakeRefusal 404 for an unknown user or evidence; 403 if the user is not 已通过 or the evidence belongs to another user; 409 if
 * its
 * file is missing.
 */
export async function createApplication(
  tx: Tx,
  application: NewApplication,
  prices: Prices,
  actor: Actor,
): Promise<{ orderId: string; order_no: string; money: string }> {
  const { numbers, sendType, applicant, purpose, copies, agent } = application;
  const user = await approvedUser(tx, application.userId);
  const found = await findEvidence(tx, numbers);
  const evidenceIds = numbers.map((number) => {
    const evidence = found.get(number);
    if (!evidence) throw unknownEvidence(number);
    if (evidence.user_id !== user.id) throw new IntakeRefusal(403, 'forbidden', `baoquan: ${number} is not the user's own`);
    if (evidence.file_status !== 'stored') throw fileMissing(number);
    return evidence.id;
  });
  const amountFen = prices.notarizationFen + numbers.length * prices.notarizationPieceFen;
  const recipient: Recipient = application.recipient ?? { name: applicant.name, mobile: applicant.mobile, address: '', postcode: '' };
  const acceptor = await nextAcceptor(tx);
  const created_at = new Date();
  const order_no = newOrderNo(created_at);
  const id = await insertApplication(
    tx,
    {
      order_no,
      user_id: user.id,
      type: user.type,
      name: user.name || user.mobile,
      mobile: user.mobile,
      amount_fen: String(amountFen),
      pieces: numbers.length,
      send_type: sendType,
      applicant: JSON.stringify(applicant),
      recipient: JSON.stringify(recipient),
      purpose,
      copies,
      agent: agent && JSON.stringify(agent),
      acceptor_id: acceptor?.id ?? null,
      acceptor_name: acceptor?.name ?? '',
      created_at,
    },
    evidenceIds,
  );
  await recordTrail(tx, actor, {
    action: '提交出证申请',
    object: `application/${id}`,
    after: {
      order: order_no,
      user: user.id,
      evidence: numbers,
      amountFen,
      acceptor: acceptor?.id ?? null,
      name: acceptor?.name ?? '',
      ...(copies === null ? {} : { copies }),
    },
  });
  await emit(tx, notarizationEvent({ id, order_no, user_id: user.id }, 'pending'));
  return { orderId: id, order_no, money: formatYuan(amountFen) };
}

/**
 * The state of an application, for its applicant. @param asker the calling enterprise; null for a platform client. @throws IntakeRefusal
 * 404, 403
 */
export async function describeApplication(db: Database, id: string, asker: string | null) {
  const order = await db
    .selectFrom('notarization_order')
    .leftJoin('refund', 'refund.order_no', 'notarization_order.order_no')
    .select([
      'notarization_order.id',
      'notarization_order.order_no',
      'user_id',
      'notarization_order.amount_fen',
      'pay_status',
      'status',
      'remark',
      'refund_order_no',
    ])
    .where('notarization_order.id', '=', id)
    .executeTakeFirst();
  if (!order) throw unknownApplication();
  assertOwner(order.user_id, asker);
  return {
    orderId: order.id,
    order_no: order.order_no,
    money: formatYuan(Number(order.amount_fen)),
    payStatus: payStatus.code(order.pay_status),
    progress: progress.code(progressOf[order.status]),
    reason: order.status === 'failed' ? order.remark : '',
    refundOrderNo: order.refund_order_no ?? '',
  };
}

/**
 * Withdraws an application before its review, and refunds its payment. Repeating it changes nothing. @throws IntakeRefusal 404, 403; 409 if
 * it was reviewed.
 */
export async function withdrawApplication(tx: Tx, id: string, asker: string | null, actor: Actor): Promise<void> {
  const order = await lockApplication(tx, id, null);
  if (!order) throw unknownApplication();
  assertOwner(order.user_id, asker);
  if (order.status === 'withdrawn') return;
  const step = afterAct({ status: order.status, payStatus: order.pay_status }, 'withdraw');
  if ('fault' in step) throw conflict('the application was reviewed');
  await decideApplication(tx, order, { status: step.next, decided_at: new Date() });
  await recordTrail(tx, actor, {
    action: '撤回出证申请',
    object: `application/${id}`,
    before: { status: order.status },
    after: { status: step.next },
  });
  await emit(tx, notarizationEvent(order, step.next));
  if (order.pay_status === 'paid') await refundApplication(tx, order, '申请人撤回', actor);
  await endMessages(tx, 'overdue', overdueEvent(id));
}

async function findEvidence(db: Database | Tx, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('evidence')
    .leftJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['evidence.id', 'number', 'user_id', 'file_status', 'sha256'])
    .where('number', 'in', [...numbers])
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

function assertOwner(userId: string, asker: string | null): void {
  if (asker !== null && asker !== userId) throw new IntakeRefusal(403, 'forbidden', 'an enterprise may ask for its own applications only');
}

function unknownApplication(): IntakeRefusal {
  return new IntakeRefusal(404, 'unknown', 'there is no such application');
}

function unknownEvidence(number: string): IntakeRefusal {
  return new IntakeRefusal(404, 'unknown', `baoquan: there is no evidence ${number}`);
}

function fileMissing(number: string): IntakeRefusal {
  return conflict(`baoquan: the file of ${number} is not there`);
}
