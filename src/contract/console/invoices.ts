import { z } from 'zod';
import { invoiceChoice, invoiceStatus } from '../../domain/business/codes/invoices.ts';
import { reasonFault, remarkFault } from '../../domain/business/rules/invoice.ts';
import { isPlainText } from '../../domain/kit/text/storable.ts';
import { givenText } from '../../domain/kit/text/visible-text.ts';
import { typedCode } from '../../domain/kit/text/typed.ts';
import { post } from '../call.ts';
import { code, id, keyword, limit, listOf, optional, page } from '../fields.ts';

/** Fields of the application, in the list and on the invoice's page. */
const asked = {
  id: z.string(),
  head: z.string(),
  type: z.number(),
  type_name: z.string(),
  mobile: z.string(),
  username: z.string(),
  tax_num: z.string(),
  money: z.string(),
  create_time: z.string(),
};

/** Numbers of its refunded orders; empty for a rejected invoice. */
const refunded_orders = z.array(z.string());

/** Number of the red-letter invoice (红冲) that cancelled it; empty while it is valid. */
const red_num = z.string();

const invoiceRow = z.object({
  ...asked,
  invoiceStatus: z.number(),
  invoiceStatusName: z.string(),
  refunded_orders,
  red_num,
});
export type InvoiceRow = z.output<typeof invoiceRow>;

const invoice = z.object({
  ...asked,
  status: z.number(),
  status_name: z.string(),
  bank_name: z.string(),
  account: z.string(),
  street: z.string(),
  phone_number: z.string(),
  recipient_name: z.string(),
  post_phone_number: z.string(),
  address: z.string(),
  email: z.string(),
  remark: z.string(),
  check_first_name: z.string(),
  check_first_time: z.string(),
  first_remark: z.string(),
  check_review_name: z.string(),
  check_review_time: z.string(),
  check_remark: z.string(),
  deal_time: z.string(),
  deal_user: z.string(),
  deal_code: z.string(),
  deal_num: z.string(),
  courier_number: z.string(),
  refunded_orders,
  red_num,
  /** `yyyy-MM-dd`. */
  red_time: z.string(),
  /** Who recorded it. */
  red_user: z.string(),
});
export type Invoice = z.output<typeof invoice>;

const invoiceLine = z.object({
  order_no: z.string(),
  create_time: z.string(),
  trade_no: z.string(),
  pay_type: z.number().nullable(),
  pay_type_name: z.string(),
  order_type: z.number(),
  order_type_name: z.string(),
  /**
   * 付款账号: the payer's account as reported by the gateway, masked to its last four characters; empty if it reported none (intake, POST
   * /payments).
   */
  buyer_id: z.string(),
  /** Yuan. */
  balance: z.string(),
  pay: z.number(),
  pay_name: z.string(),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

const plain = z.string().default('').transform(givenText).refine(isPlainText, '含有无效字符');
const pasted = plain.transform(typedCode);
const decision = {
  id,
  status: code(invoiceChoice, '请选择审核结果'),
  /** The reason of a refusal, or after an approved first review a note for the cashier. */
  remark: plain,
};

/** Invoices in two steps (spec/finance-app-authority, 4 and 5; spec/wire, 4). */
export const invoiceCalls = {
  invoiceList: post('/api/invoice/invoiceList', {
    summary: '发票申请列表',
    needs: { anyOf: ['finance:invoice'] },
    input: z.object({ keyword, status: optional(code(invoiceStatus, '发票状态无效')), page, limit }),
    /** `money`: the total of all invoices under the filters. */
    output: listOf(invoiceRow).extend({ money: z.string() }),
  }),
  invoiceDetail: post('/api/invoice/invoiceDetail', {
    summary: '发票申请详情',
    needs: { anyOf: ['finance:invoice'] },
    input: z.object({ id }),
    /** `issue_refusal`: why the asking operator may not make the second review; empty if they may. */
    output: invoice.extend({ issue_refusal: z.string() }),
  }),
  invoiceOrderList: post('/api/invoice/invoiceOrderList', {
    summary: '发票所含订单',
    needs: { anyOf: ['finance:invoice'] },
    input: z.object({ id }),
    output: listOf(invoiceLine),
  }),
  invoiceCheckOne: post('/api/invoice/invoiceCheckOne', {
    summary: '发票初审：1 提交财务，2 不通过',
    needs: { anyOf: ['finance:invoice:first'] },
    message: '审核成功',
    input: z
      .object(decision)
      .superRefine(({ status, remark }, context) => complain(context, status === 'reject' ? reasonFault(remark) : remarkFault(remark))),
    output: z.null(),
  }),
  invoiceCheckTwo: post('/api/invoice/invoiceCheckTwo', {
    summary: '财务开票：1 同意开票，2 不通过',
    needs: { anyOf: ['finance:invoice:issue'] },
    message: '审核成功',
    // The fields that an issue requires depend on the invoice's type; the server checks them with domain/business/rules/invoice.
    input: z
      .object({ ...decision, dealTime: plain, dealUser: plain, dealCode: pasted, dealNum: pasted, courierNumber: pasted })
      .superRefine(({ status, remark }, context) => complain(context, status === 'reject' ? reasonFault(remark) : remarkFault(remark))),
    output: z.null(),
  }),
  invoiceRedFlush: post('/api/invoice/invoiceRedFlush', {
    summary: '红冲：登记收回已开发票的红字发票，仅限含已退款订单的发票；其余已支付订单可重新申请开票',
    needs: { anyOf: ['finance:invoice:issue'] },
    message: '操作成功',
    /** `redTime`: yyyy-MM-dd, from the day of issue to today. The server checks the rest with domain/business/rules/invoice. */
    input: z.object({ id, redNum: pasted, redTime: plain }),
    output: z.null(),
  }),
} as const;

function complain(context: z.RefinementCtx, message: string | undefined): void {
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['remark'], message });
}
