import { z } from 'zod';
import { collector, deliveryKind, deliveryState, paperKind } from '../../domain/business/codes/document-deliveries.ts';
import { notarialStatus } from '../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../domain/business/codes/orders.ts';
import { reviewChoice, userType } from '../../domain/business/codes/users.ts';
import { remarkTooPoor, saysSomething } from '../../domain/business/rules/notarization.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { givenText } from '../../domain/kit/text/visible-text.ts';
import { isPlainText } from '../../domain/kit/text/storable.ts';
import { typedCode, typedName } from '../../domain/kit/text/typed.ts';
import { download, get, post } from '../call.ts';
import { evidenceNumber, evidenceRow } from './evidence.ts';
import { code, dayRange, id, keyword, limit, listOf, optional, page, text } from '../fields.ts';

const deadline = {
  /** The last of the 15 working days after payment, `yyyy-MM-dd`; empty before payment and after the decision. */
  due_date: z.string(),
  /** Working days until then: 0 on the day itself, negative after it; null without a due date. */
  days_left: z.number().nullable(),
};

const applicationRow = z.object({
  orderId: z.string(),
  order_no: z.string(),
  userId: z.string(),
  /** The first evidence number. */
  dataId: z.string(),
  /** The user's type. */
  type: z.number(),
  type_name: z.string(),
  /** Name of the person or enterprise. */
  name: z.string(),
  /** Empty for persons. */
  companyName: z.string(),
  mobile: z.string(),
  addTime: z.string(),
  /** Empty while no account accepts applications. */
  acceptor_name: z.string(),
  /** The acceptor's account id; empty together with the name. */
  acceptor_id: z.string(),
  /** Number of pieces of evidence. */
  num: z.number(),
  payStatus: z.number(),
  payStatus_name: z.string(),
  notarialStatus: z.number(),
  notarialStatus_name: z.string(),
  /** 已撤回 if the applicant withdrew it; empty otherwise. */
  statusRemark: z.string(),
  /** How far the document of a passed application is delivered; 0 and empty for others. */
  deliveryState: z.number(),
  deliveryState_name: z.string(),
  ...deadline,
});
export type ApplicationRow = z.output<typeof applicationRow>;

const claim = z.object({
  /** Real name of the operator who works on it. */
  operator: z.string(),
  since: z.string(),
  until: z.string(),
  /** 1 if it is the asking operator's own claim. */
  mine: z.number(),
});
export type ApplicationClaim = z.output<typeof claim>;

const piece = z.object({
  baoquan: z.string(),
  title: z.string(),
  /** 1 if its detail was answered to the asking operator since the application was submitted or paid. */
  opened: z.number(),
  /** When the hashes of all its files were last derived again; empty if they never were. */
  checked: z.string(),
  /** 0 缺失, 1 完好, 2 上传中, 3 损坏, 4 无法读取, 5 核对中. */
  state: z.number(),
  state_name: z.string(),
});
export type ApplicationPiece = z.output<typeof piece>;

const pieceCheck = piece.extend({
  files: z.array(z.object({ name: z.string(), sha256: z.string(), size: z.number(), state: z.number(), state_name: z.string() })),
  /** What a captured page is known to lack or to differ in. */
  notes: z.array(z.string()),
});
export type PieceCheck = z.output<typeof pieceCheck>;

const delivery = z.object({
  id: z.string(),
  kind: z.number(),
  kind_name: z.string(),
  /** When it was fetched or sent electronically; empty for a mail. */
  time: z.string(),
  /** 0 and empty unless somebody fetched it, as are the next five. */
  collector: z.number(),
  collector_name: z.string(),
  name: z.string(),
  paper: z.number(),
  paper_name: z.string(),
  /** Shown in full to holders of notarization:review and masked for everyone else. */
  paper_number: z.string(),
  copies: z.number(),
  /** Courier, its number and days `yyyy-MM-dd` of a mail; `arrived` or `returned` once that is recorded. */
  company: z.string(),
  number: z.string(),
  sent: z.string(),
  arrived: z.string(),
  returned: z.string(),
  /** Where an operator sent it electronically. */
  address: z.string(),
  /** Who recorded it: an operator or, if `automatic` is 1, the client that fetched it. */
  recorder: z.string(),
  record_time: z.string(),
  automatic: z.number(),
});
export type DocumentDelivery = z.output<typeof delivery>;

const issuedDocument = z.object({
  number: z.string(),
  kind: z.number(),
  kind_name: z.string(),
  /** 1 有效, 2 已更正, 3 已撤销. */
  state: z.number(),
  state_name: z.string(),
  /** Number of the document that it corrects; empty for none. */
  corrects: z.string(),
  /** Empty unless it was revoked. */
  revoked_time: z.string(),
});

const applicationDetail = applicationRow.extend({
  orderNo: z.string(),
  /** Yuan with two decimals. */
  orderMoney: z.string(),
  pay_status: z.number(),
  pay_status_name: z.string(),
  /** 0 and empty before payment. */
  pay_type: z.number(),
  pay_type_name: z.string(),
  trade_no: z.string(),
  pay_time: z.string(),
  /** A signed link to the picture of a bank transfer, valid for 15 minutes; empty for every other payment. */
  transfer_img: z.string(),
  sendType: z.number(),
  sendTypeName: z.string(),
  /** Remark of the review; empty before it. */
  checkRemark: z.string(),
  checkRecords: z.array(
    z.object({
      id: z.string(),
      verifier: z.string(),
      verify_time: z.string(),
      status: z.number(),
      status_name: z.string(),
      reason: z.string(),
    }),
  ),
  /** Empty if nothing was refunded. */
  refundOrderNo: z.string(),
  refund_time: z.string(),
  /** The invoice that contains the order; a refund does not cancel it. Null if there is none. */
  invoice: z.object({ id: z.string(), status: z.number(), status_name: z.string() }).nullable(),
  /** The identity-card number is shown in full to holders of notarization:review and masked for everyone else. */
  applicant: z.object({ name: z.string(), mobile: z.string(), idcard: z.string(), address: z.string(), email: z.string() }),
  recipient: z.object({ name: z.string(), mobile: z.string(), address: z.string(), postcode: z.string() }),
  /** What the document is for, and how many originals are asked for; empty and null if it was not said. */
  purpose: z.string(),
  copies: z.number().nullable(),
  /** Who acts for the applicant, with the number as above; null for nobody. */
  agent: z.object({ name: z.string(), mobile: z.string(), idcard: z.string() }).nullable(),
  /**
   * Links to view and download the issued documents, valid for 15 minutes. The applicant's number in them is masked unless the reader holds
   * notarization:review. Each opening is recorded in the history and in the trail.
   */
  pdfs: z.array(z.object({ name: z.string(), url: z.string(), download_url: z.string() })),
  /** （2026）存公证字第1号, assigned when the application passes; empty for others. */
  document_no: z.string(),
  /** 文书制作中 once the application passed, 已出具 once the document is in `pdfs`; empty for others. */
  document_state: z.string(),
  /** Issued documents with their validity, oldest first. */
  documents: z.array(issuedDocument),
  /** How the issued document was delivered, in the order of recording, with the time from which it may be; null until it is issued. */
  delivery: z
    .object({
      issued_time: z.string(),
      /** Originals that may still be fetched. */
      copies_left: z.number(),
      records: z.array(delivery),
    })
    .nullable(),
  /** Who works on it now; null if nobody does. */
  claim: claim.nullable(),
  /** The pieces of evidence in their order, as their last check left them. */
  pieces: z.array(piece),
});
export type ApplicationDetail = z.output<typeof applicationDetail>;

const orderId = id;
const applicationFilters = {
  /** Part of the mobile or name, or at least three characters of the order's or the gateway's number. */
  keyword,
  pay: optional(code(payStatus, '支付状态无效')),
  status: optional(code(notarialStatus, '出证状态无效')),
  /** Only passed applications have a document to deliver. */
  delivery: optional(code(deliveryState, '送达状态无效')),
  datetime: dayRange,
  /** `due`: first the applications that wait for review, by nearest due date; then all others, newest first. */
  sort: optional(z.enum(['time', 'due'], '排序方式无效')),
};
/** Parameters of a detail page. An order of another user, type or evidence gets the same reply as an unknown order. */
const applicationAddress = z.object({
  orderId,
  userId: optional(id),
  dataId: optional(evidenceNumber),
  type: optional(code(userType, '用户类型无效')),
});

/** A text of a form; the rules of domain/business/rules/document-delivery check it. */
function said(read: (text: string) => string) {
  return z
    .string()
    .default('')
    .transform((value) => read(givenText(value)))
    .refine(isPlainText, '含有无效字符');
}
const plain = said((value) => value);

/** Applications for notarization, their review and their documents (spec/wire, 4, *Evidence and notarization*). */
export const notarizationCalls = {
  getEvidencesList: get('/api/ajax/data/getEvidencesList', {
    summary: '出证申请列表',
    needs: { anyOf: ['notarization:list'] },
    input: z.object({ ...applicationFilters, page, limit }),
    output: listOf(applicationRow),
  }),
  dataList: get('/api/ajax/data/dataList', {
    summary: '一个出证申请的证据',
    needs: { anyOf: ['notarization:list'] },
    input: z.object({ orderId, page, limit }),
    output: listOf(evidenceRow),
  }),
  evidencesDetail: get('/api/data/evidencesDetail', {
    summary: '出证申请详情',
    needs: { anyOf: ['notarization:list'] },
    input: applicationAddress,
    output: applicationDetail,
  }),
  checkPiece: get('/api/data/checkPiece', {
    summary: '核对出证申请的一件证据',
    needs: { anyOf: ['notarization:list'] },
    input: z.object({ orderId, baoquan: evidenceNumber }),
    /** As its files are now: each is read and its hash derived again. 核对中 is asked for again. */
    output: pieceCheck,
  }),
  check: post('/api/ajax/data/check', {
    summary: '出证审核',
    needs: { anyOf: ['notarization:review'] },
    message: '审核成功',
    input: z.object({
      orderId,
      userId: id,
      isCheck: code(reviewChoice, '请选择审核结果'),
      // spec/console, 5.4: required for either choice
      checkRemark: text(limits.reasonChars, '请输入审核备注', '审核备注最多20个字').refine(saysSomething, remarkTooPoor),
    }),
    output: z.null(),
  }),
  claimApplication: post('/api/ajax/data/claim', {
    summary: '开始处理一个出证申请：到期前他人不能审核',
    needs: { anyOf: ['notarization:review'] },
    message: '操作成功',
    input: z.object({ orderId }),
    output: claim,
  }),
  releaseApplication: post('/api/ajax/data/release', {
    summary: '放下一个出证申请',
    needs: { anyOf: ['notarization:review'] },
    message: '操作成功',
    input: z.object({ orderId }),
    output: z.null(),
  }),
  deliver: post('/api/ajax/data/deliver', {
    summary: '登记送达：自取、邮寄或电子送达；同一快递单号再次提交时登记送达或退回日期',
    needs: { anyOf: ['notarization:review'] },
    message: '操作成功',
    input: z.object({
      orderId,
      kind: code(deliveryKind, '请选择送达方式'),
      /** 自取: who fetched it, with the paper that they showed, when (yyyy-MM-dd HH:mm:ss), and how many originals. */
      collector: optional(code(collector, '领取人无效')),
      name: said(typedName),
      paper: optional(code(paperKind, '证件类型无效')),
      paperNumber: said(typedCode),
      copies: plain,
      /** Of 自取 and 电子送达. */
      time: plain,
      /** 邮寄: courier, its number, and days (yyyy-MM-dd); `arrived` or `returned` once that is known. */
      company: plain,
      number: said((value) => typedCode(value).toUpperCase()),
      sent: plain,
      arrived: plain,
      returned: plain,
      /** 电子送达: where it was sent. */
      address: plain,
    }),
    output: z.null(),
  }),
  applicationExport: download('/api/export/applicationExport', {
    summary: '导出出证申请',
    needs: { anyOf: ['notarization:list'], allOf: ['export'] },
    input: z.object(applicationFilters),
  }),
  nextApplication: get('/api/ajax/data/nextApplication', {
    summary: '下一个待审核的出证申请',
    needs: { anyOf: ['notarization:review'] },
    /** The application that the operator has open, which is skipped. */
    input: z.object({ orderId: optional(id) }),
    /** The application with the nearest due date on which nobody else works; null if none is left. */
    output: z.object({ orderId: z.string(), userId: z.string(), dataId: z.string(), type: z.number() }).nullable(),
  }),
} as const;
