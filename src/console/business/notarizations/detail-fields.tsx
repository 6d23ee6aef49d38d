import { codePointLength } from '../../../domain/kit/text/length.ts';
import { payType } from '../../../domain/business/codes/orders.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import type { FieldItem } from '../../kit/ui/field-list.tsx';
import { deadlineText, deadlineTone } from './deadline.ts';
import { notarialText } from './state-text.ts';
import { notarialTone, payTone } from '../../kit/list/status-tones.ts';

/** The order and its state. */
export function orderFields(detail: ApplicationDetail): FieldItem[] {
  return [{ label: '订单号', value: detail.orderNo }, ...statesOf(detail), ...reviewedFields(detail)];
}

/** Whether it is paid, and how far it is decided. */
export function statesOf(detail: ApplicationDetail): FieldItem[] {
  const state = notarialText(detail);
  return [
    { label: '支付状态', value: <StatusDot tone={payTone(detail.pay_status, detail.pay_status_name)} text={detail.pay_status_name} /> },
    { label: '出证状态', value: state === '' ? '' : <StatusDot tone={notarialTone(detail)} text={state} /> },
  ];
}

/** The same without what is obvious in a review: the order is paid and waits. */
export function reviewedFields(detail: ApplicationDetail): FieldItem[] {
  const deadline = deadlineText(detail);
  return [
    { label: '订单金额', value: `${detail.orderMoney} 元` },
    { label: '申请时间', value: detail.addTime },
    {
      label: '办理期限',
      value: deadline === '' ? '' : <StatusDot tone={deadlineTone(detail)} text={`${detail.due_date} ${deadline}`} />,
    },
    { label: '领取方式', value: detail.sendTypeName },
    { label: '证据数量', value: String(detail.num) },
    { label: '用途', value: detail.purpose, isWide: codePointLength(detail.purpose) > purposeChars },
    { label: '份数', value: detail.copies === null ? '' : `${detail.copies} 份` },
    { label: '受理人', value: detail.acceptor_name },
  ];
}

/** How it was decided; empty before. */
export function decisionFields(detail: ApplicationDetail): FieldItem[] {
  return [
    ...(detail.refundOrderNo === ''
      ? []
      : [
          { label: '退款订单号', value: detail.refundOrderNo },
          { label: '退款时间', value: detail.refund_time },
        ]),
    ...(detail.checkRemark === '' ? [] : [{ label: '审核备注', value: detail.checkRemark }]),
  ];
}

/** A longer purpose takes a line of its own. */
const purposeChars = 18;

export function applicantFields({ applicant, agent, name, type_name: typeName }: ApplicationDetail): FieldItem[] {
  return [
    { label: '用户', value: `${name}（${typeName}）` },
    { label: '姓名', value: applicant.name },
    { label: '手机号', value: applicant.mobile },
    { label: '身份证号', value: applicant.idcard },
    { label: '邮箱', value: applicant.email, isWide: true },
    { label: '地址', value: applicant.address, isWide: true },
    ...(agent ? [{ label: '代理人', value: [agent.name, agent.mobile, agent.idcard].join('　'), isWide: true }] : []),
  ];
}

export function recipientFields({ recipient }: ApplicationDetail): FieldItem[] {
  return [
    { label: '姓名', value: recipient.name },
    { label: '手机号', value: recipient.mobile },
    { label: '邮编', value: recipient.postcode },
    { label: '地址', value: recipient.address, isWide: true },
  ];
}

export function paymentFields({ pay_type: code, trade_no: tradeNo, pay_time: paidAt }: ApplicationDetail): FieldItem[] {
  return [
    { label: '支付方式', value: payTypeText(code) },
    { label: '交易单号', value: tradeNo },
    { label: '支付时间', value: paidAt },
  ];
}

/**
 * 对公转账 and 云收款 by their names, everything else as WeChat (spec/console, 4.6). Alipay, which that rule does not have, has its own
 * name. Empty
 * before the payment.
 */
export function payTypeText(code: number): string {
  if (code === 0) return '';
  return payType.is(code, 'transfer', 'cloud', 'alipay') ? payType.labelOf(code) : '微信支付';
}
