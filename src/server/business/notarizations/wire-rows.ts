import { documentKind, documentValidity, deliveryState, type DeliveryState } from '../../../domain/business/codes/document-deliveries.ts';
import { invoiceStatus, type InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { notarialStatus, pieceState, sendType, type SendType } from '../../../domain/business/codes/notarizations.ts';
import { payStatus, payType, type PayType } from '../../../domain/business/codes/orders.ts';
import { checkResult, userType, type CheckResult } from '../../../domain/business/codes/users.ts';
import { maskIdCard } from '../../../domain/kit/text/masking.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { paymentWord, shownStatus, type DocumentState } from '../../../domain/business/rules/notarization.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type {
  ApplicationClaim,
  ApplicationDetail,
  ApplicationPiece,
  ApplicationRow,
  PieceCheck,
} from '../../../contract/console/notarizations.ts';
import type { CaptureNotes } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { ListedApplication } from './application-list.ts';
import type { Piece } from './pieces.ts';
import { deliveryOf, type ShownDeliveries } from './documents/delivery-rows.ts';

/** A row of the list, with fields from other tables. */
export interface ShownApplication extends Omit<ListedApplication, 'paidAt' | 'dueAt' | 'sendType' | 'purpose' | 'copies' | 'agent'> {
  readonly firstNumber: string;
  /** Null if there is no deadline: before the payment, and after the decision. */
  readonly deadline: { readonly day: string; readonly left: number } | null;
}

/** With everything that its page shows. */
export interface DetailedApplication extends ShownApplication {
  readonly amountFen: number;
  readonly payType: PayType | null;
  readonly tradeNo: string;
  readonly paidAt: Date | null;
  readonly transferUrl: string;
  readonly sendType: SendType;
  readonly remark: string;
  readonly checks: readonly {
    readonly id: string;
    readonly verifier: string;
    readonly at: Date;
    readonly result: CheckResult;
    readonly reason: string;
  }[];
  readonly refund: { readonly orderNo: string; readonly at: Date } | null;
  readonly invoice: { readonly id: string; readonly status: InvoiceStatus } | null;
  readonly applicant: ApplicationDetail['applicant'];
  readonly recipient: ApplicationDetail['recipient'];
  readonly purpose: string;
  readonly copies: number | null;
  readonly agent: ApplicationDetail['agent'];
  readonly documentNo: string;
  readonly documentState: DocumentState;
  /** Null until the document is issued. */
  readonly deliveries: ShownDeliveries | null;
  readonly pdfs: ApplicationDetail['pdfs'];
  readonly claim: Claim | null;
}
export interface Claim {
  readonly operator: string;
  readonly since: Date;
  readonly until: Date;
  readonly isOwn: boolean;
}

export function applicationRowOf(application: ShownApplication): ApplicationRow {
  const { type, name, status, deadline } = application;
  const shown = shownStatus[status];
  const isWithdrawn = status === 'withdrawn';
  return {
    orderId: application.id,
    order_no: application.orderNo,
    userId: application.userId,
    dataId: application.firstNumber,
    type: userType.code(type),
    type_name: userType.label(type),
    name,
    companyName: type === 'enterprise' ? name : '',
    mobile: application.mobile,
    addTime: formatTime(application.createdAt),
    acceptor_name: application.acceptorName,
    acceptor_id: application.acceptorId ?? '',
    num: application.pieces,
    payStatus: payStatus.code(application.payStatus),
    payStatus_name: paymentWord(application.payStatus, status),
    notarialStatus: notarialStatus.code(shown),
    notarialStatus_name: isWithdrawn ? withdrawn : notarialStatus.label(shown),
    statusRemark: isWithdrawn ? withdrawn : '',
    ...deliveryStateOf(application),
    due_date: deadline?.day ?? '',
    days_left: deadline?.left ?? null,
  };
}

function deliveryStateOf({ status, delivery }: { readonly status: ShownApplication['status']; readonly delivery: DeliveryState }) {
  const isPassed = status === 'passed';
  return {
    deliveryState: isPassed ? deliveryState.code(delivery) : 0,
    deliveryState_name: isPassed ? deliveryState.label(delivery) : '',
  };
}

/**
 * @param pieces as opened by the reader. @param isRevealed whether the identity-card numbers of the applicant and of their agent are shown
 * in full.
 */
export function applicationDetailOf(application: DetailedApplication, pieces: readonly Piece[], isRevealed: boolean): ApplicationDetail {
  const { agent, applicant, claim, invoice, refund } = application;
  const shownTo = <Person extends { readonly idcard: string; readonly mobile: string }>(person: Person): Person =>
    withPhone(isRevealed ? person : { ...person, idcard: maskIdCard(person.idcard) });
  return {
    ...applicationRowOf(application),
    orderNo: application.orderNo,
    orderMoney: formatYuan(application.amountFen),
    pay_status: payStatus.code(application.payStatus),
    pay_status_name: paymentWord(application.payStatus, application.status),
    pay_type: application.payType ? payType.code(application.payType) : 0,
    pay_type_name: application.payType ? payType.label(application.payType) : '',
    trade_no: application.tradeNo,
    pay_time: application.paidAt ? formatTime(application.paidAt) : '',
    transfer_img: application.transferUrl,
    sendType: sendType.code(application.sendType),
    sendTypeName: sendType.label(application.sendType),
    checkRemark: application.remark,
    checkRecords: application.checks.map(({ id, verifier, at, result, reason }) => ({
      id,
      verifier,
      verify_time: formatTime(at),
      status: checkResult.code(result),
      status_name: checkResult.label(result),
      reason,
    })),
    refundOrderNo: refund?.orderNo ?? '',
    refund_time: refund ? formatTime(refund.at) : '',
    invoice: invoice && { id: invoice.id, status: invoiceStatus.code(invoice.status), status_name: invoiceStatus.label(invoice.status) },
    applicant: shownTo(applicant),
    recipient: withPhone(application.recipient),
    purpose: application.purpose,
    copies: application.copies,
    agent: agent && shownTo(agent),
    pdfs: application.pdfs,
    document_no: application.documentNo,
    document_state: documentStates[application.documentState],
    documents: application.deliveries
      ? [
          {
            number: application.documentNo,
            kind: documentKind.code('notarial'),
            kind_name: documentKind.label('notarial'),
            state: documentValidity.code('valid'),
            state_name: documentValidity.label('valid'),
            corrects: '',
            revoked_time: '',
          },
        ]
      : [],
    delivery: application.deliveries && deliveryOf(application.deliveries, application.copies, isRevealed),
    claim: claim && claimOf(claim),
    pieces: pieces.map(pieceOf),
  };
}

function pieceOf({ number, title, isOpened, checkedAt, state }: Piece): ApplicationPiece {
  return {
    baoquan: number,
    title,
    opened: isOpened ? 1 : 0,
    checked: checkedAt ? formatTime(checkedAt) : '',
    state: pieceState.code(state),
    state_name: pieceState.label(state),
  };
}

/** @param notes of a captured page; null for other evidence. */
export function pieceCheckOf(piece: Piece, notes: CaptureNotes | null): PieceCheck {
  return {
    ...pieceOf(piece),
    files: piece.files.map(({ name, sha256, sizeBytes, state }) => ({
      name,
      sha256,
      size: sizeBytes,
      state: pieceState.code(state),
      state_name: pieceState.label(state),
    })),
    notes: (notes ?? []).map(({ text }) => text),
  };
}

/** Numbers of before in the spelling of today. */
function withPhone<Person extends { readonly mobile: string }>(person: Person): Person {
  return { ...person, mobile: typedPhone(person.mobile) };
}

export function claimOf({ operator, since, until, isOwn }: Claim): ApplicationClaim {
  return { operator, since: formatTime(since), until: formatTime(until), mine: isOwn ? 1 : 0 };
}

const withdrawn = '已撤回';
const documentStates: Record<DocumentState, string> = { none: '', making: '文书制作中', issued: '已出具' };
