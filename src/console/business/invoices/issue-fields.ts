import type { Invoice } from '../../../contract/console/invoices.ts';
import { invoiceType } from '../../../domain/business/codes/invoices.ts';
import { issueFaults, needsCourier, type InvoiceStep, type Issue } from '../../../domain/business/rules/invoice.ts';
import { formatDay } from '../../../domain/kit/text/time.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import { serverNow } from '../../kit/net/server-clock.ts';
import { typedCode } from '../../../domain/kit/text/typed.ts';
import { DayControl } from '../../kit/form/day-control.tsx';
import type { FormField, FormValues } from '../../kit/form/form-field.tsx';
import type { Question } from '../../kit/form/use-submission.ts';

export const decisionTitles = {
  first: { approve: '提交财务', reject: '不通过' },
  finance: { approve: '同意开票', reject: '不通过' },
} as const;
export type DecisionKind = keyof typeof decisionTitles.first;

/** Final decisions need a confirmation; passing an invoice on to the cashier does not. */
export function questionOf(
  { head, type_name: typeName, money }: Invoice,
  step: InvoiceStep,
  way: DecisionKind,
  { dealNum = '' }: FormValues,
): Question | undefined {
  if (way === 'reject')
    return {
      title: '确认不通过',
      verb: '不通过',
      text: `确定不通过“${head}”的 ${money} 元开票申请吗？不通过后不能撤销，其订单可以重新申请开票。`,
      isDanger: true,
    };
  if (step === 'first') return undefined;
  return { title: '确认开票', verb: '开票', text: `确定向“${head}”开具 ${money} 元的${typeName}吗？发票号码 ${dealNum}，提交后不能撤销。` };
}

/** The fields of an issue, validated by the same rules as on the server. */
export function issueFields(invoice: Invoice, realname: string, values: FormValues): FormField[] {
  const type = invoiceType.nameOf(invoice.type) ?? 'special';
  const today = formatDay(serverNow());
  const { dealTime = '', dealUser = '', dealCode = '', dealNum = '', courierNumber = '' } = values;
  const issue: Issue = { dealTime, dealUser, dealCode, dealNum, courierNumber };
  const missing = issueFaults({ ...issue, dealTime: '', dealUser: '', dealCode: '', courierNumber: '' }, type, today);
  const check = (field: keyof Issue) => (value: string) =>
    issueFaults({ ...issue, [field]: isNumber.has(field) ? typedCode(value) : value }, type, today)[field];
  return [
    {
      kind: 'custom',
      name: 'dealTime',
      label: '开票时间',
      Control: DayControl,
      initial: today,
      missing: '开票时间不能为空',
      check: check('dealTime'),
    },
    {
      kind: 'text',
      name: 'dealUser',
      label: '开票人',
      placeholder: '请输入开票人',
      initial: realname,
      missing: '开票人名不能为空',
      check: check('dealUser'),
    },
    {
      kind: 'text',
      name: 'dealCode',
      label: '发票代码',
      placeholder: '数电发票（20位号码）可不填',
      ...missingOf(missing.dealCode),
      check: check('dealCode'),
    },
    {
      kind: 'text',
      name: 'dealNum',
      label: '发票号码',
      placeholder: '请输入发票号码',
      missing: '发票号码不能为空',
      check: check('dealNum'),
    },
    {
      kind: 'text',
      name: 'courierNumber',
      label: '快递单号',
      placeholder: needsCourier(type) ? '请输入快递单号' : '电子发票可不填',
      ...missingOf(missing.courierNumber),
      check: check('courierNumber'),
    },
  ];
}

/** Fields that are pasted from elsewhere. */
const isNumber: ReadonlySet<keyof Issue> = new Set(['dealCode', 'dealNum', 'courierNumber'] as const);

function missingOf(message: string | undefined): { missing?: string } {
  return message === undefined ? {} : { missing: message };
}

/** Errors by field of an issue that is filled in beside its case. */
export function issueFieldFaults(invoice: Invoice, given: FormValues): Readonly<Record<string, string | undefined>> {
  const { dealTime = '', dealUser = '', dealCode = '', dealNum = '', courierNumber = '' } = given;
  const [code = '', num = '', courier = ''] = [dealCode, dealNum, courierNumber].map(typedCode);
  const issue: Issue = { dealTime: dealTime.trim(), dealUser: givenText(dealUser), dealCode: code, dealNum: num, courierNumber: courier };
  return { ...issueFaults(issue, invoiceType.nameOf(invoice.type) ?? 'special', formatDay(serverNow())) };
}
