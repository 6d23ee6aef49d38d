import type { InvoiceChoice, InvoiceStatus, InvoiceType } from '../codes/invoices.ts';
import { limits } from '../codes/limits.ts';
import { codePointLength } from '../../kit/text/length.ts';
import { parseDay } from '../../kit/text/time.ts';

/** An operator makes the first review; the cashier makes the second and issues the invoice. */
export type InvoiceStep = 'first' | 'finance';

/** The transitions of each step (spec/wire, 4). There are no others: 已开票 and 审核不通过 are final. */
const transitions: Record<InvoiceStep, { readonly from: InvoiceStatus; readonly to: Record<InvoiceChoice, InvoiceStatus> }> = {
  first: { from: 'pending', to: { approve: 'submitted', reject: 'rejected' } },
  finance: { from: 'submitted', to: { approve: 'issued', reject: 'rejected' } },
};

/** The state after a decision; null if the invoice is not in the state that this step decides. */
export function afterInvoiceReview(status: InvoiceStatus, step: InvoiceStep, choice: InvoiceChoice): InvoiceStatus | null {
  const { from, to } = transitions[step];
  return status === from ? to[choice] : null;
}

/** The step that an invoice waits for; null if it is decided. */
export function stepOf(status: InvoiceStatus): InvoiceStep | null {
  if (status === transitions.first.from) return 'first';
  return status === transitions.finance.from ? 'finance' : null;
}

/** Fields for issuing an invoice; texts are trimmed, as the form sends them. */
export interface Issue {
  /** `yyyy-MM-dd`. */
  readonly dealTime: string;
  readonly dealUser: string;
  readonly dealCode: string;
  readonly dealNum: string;
  readonly courierNumber: string;
}

/** A 数电发票 has only a number of 20 digits and no code. Source: 国家税务总局公告2024年第11号, article 4. */
export function isFullyDigital(dealNum: string): boolean {
  return /^\d{20}$/.test(dealNum);
}

/** Only the electronic invoice needs no courier (spec/wire, 4). */
export function needsCourier(type: InvoiceType): boolean {
  return type !== 'electronic';
}

/** What is wrong with the reason of a refusal; undefined if nothing is. */
export function reasonFault(reason: string): string | undefined {
  if (reason === '') return '请输入原因';
  return codePointLength(reason) > limits.reasonChars ? `原因最多${limits.reasonChars}个字` : undefined;
}

/** What is wrong with the remark for the cashier; undefined if nothing is. */
export function remarkFault(remark: string): string | undefined {
  return codePointLength(remark) > limits.invoiceRemarkChars ? `备注最多${limits.invoiceRemarkChars}个字` : undefined;
}

/** What is wrong with an issue, by field (spec/finance-app-authority, 5.2). @param today `yyyy-MM-dd`. */
export function issueFaults(
  { dealTime, dealUser, dealCode, dealNum, courierNumber }: Issue,
  type: InvoiceType,
  today: string,
): { readonly [Field in keyof Issue]?: string } {
  return present({
    dealTime: dayFault(dealTime, today, '开票时间'),
    dealUser: textFault(dealUser, '开票人名不能为空', limits.dealUserChars, '开票人名'),
    dealCode: dealCode === '' && isFullyDigital(dealNum) ? undefined : numberFault(dealCode, '发票代码'),
    dealNum: numberFault(dealNum, '发票号码'),
    courierNumber:
      courierNumber === '' && !needsCourier(type)
        ? undefined
        : textFault(courierNumber, '快递单号不能为空', limits.courierNumberChars, '快递单号'),
  });
}

/** 红冲: fields for cancelling an issued invoice by a red-letter invoice. */
export interface RedFlush {
  /** `yyyy-MM-dd`. */
  readonly redTime: string;
  readonly redNum: string;
}

/** Why an invoice may not be cancelled; null if it may. Its state stays 已开票: the issued document is cancelled by another document. */
export function redFlushObstacle({
  status,
  isFlushed,
  refunded,
}: {
  readonly status: InvoiceStatus;
  readonly isFlushed: boolean;
  /** How many of its orders were refunded. */
  readonly refunded: number;
}): 'not issued' | 'flushed' | 'not refunded' | null {
  if (status !== 'issued') return 'not issued';
  if (isFlushed) return 'flushed';
  return refunded === 0 ? 'not refunded' : null;
}

/**
 * What is wrong with a red-letter invoice, by field. `dealDay`, the day of the cancelled invoice, and `today` are `yyyy-MM-dd`.
 */
export function redFlushFaults(
  { redTime, redNum }: RedFlush,
  dealDay: string,
  today: string,
): { readonly [Field in keyof RedFlush]?: string } {
  return present({
    redTime: dayFault(redTime, today, '红冲时间') ?? (redTime < dealDay ? '红冲时间不能早于开票时间' : undefined),
    redNum: numberFault(redNum, '红字发票号码'),
  });
}

function dayFault(day: string, today: string, label: string): string | undefined {
  if (day === '') return `${label}不能为空`;
  if (!parseDay(day)) return `${label}无效`;
  return day > today ? `${label}不能晚于今天` : undefined;
}

function textFault(text: string, missing: string, max: number, label: string): string | undefined {
  if (text === '') return missing;
  return codePointLength(text) > max ? `${label}最多${max}个字` : undefined;
}

function numberFault(text: string, label: string): string | undefined {
  if (text === '') return `${label}不能为空`;
  return /^[0-9A-Za-z-]{1,20}$/.test(text) ? undefined : `${label}应为20位以内的数字或字母`;
}

function present<T extends Record<string, string | undefined>>(faults: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as { [K in keyof T]?: string };
}
