import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Invoice } from '../../contract/console/invoices.ts';
import { invoiceChoice, invoiceType } from '../../domain/codes/invoices.ts';
import { issueFaults, needsCourier, reasonFault, remarkFault, type InvoiceStep, type Issue } from '../../domain/rules/invoice.ts';
import { draftSubject } from '../../domain/rules/draft-subject.ts';
import { limits } from '../../domain/codes/limits.ts';
import { formatTime } from '../../domain/text/time.ts';
import { useOperator } from '../session/operator.tsx';
import { post } from '../net/call.ts';
import { DayControl } from '../form/day-control.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import type { FormField, FormValues } from '../form/form-field.tsx';
import type { Question } from '../form/use-submission.ts';
import { listAddress } from '../list/list-place.ts';
import { isConflict } from '../net/verdict.ts';
import { detailPath } from './invoice-query.ts';
import { invoiceSource } from './sources.ts';

export type DecisionKind = keyof typeof titles.first;

interface Props {
  readonly invoice: Invoice;
  readonly step: InvoiceStep;
  readonly way: DecisionKind;
  readonly close: () => void;
}

/** A decision about an invoice: the server's message is shown, then the list (seed 2, section 2). */
export function InvoiceDecision({ invoice, step, way, close }: Props) {
  const { realname } = useOperator();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const send = async (values: FormValues): Promise<unknown> => {
    const { remark = '', ...issue } = values;
    const decision = { id: invoice.id, status: invoiceChoice.code(way), remark };
    try {
      return await (step === 'first'
        ? post('/api/invoice/invoiceCheckOne', decision)
        : post('/api/invoice/invoiceCheckTwo', { ...decision, ...issue }));
    } catch (error) {
      // Somebody else was first: the page shows the current state.
      if (isConflict(error)) void cache.invalidateQueries({ queryKey: [detailPath] });
      throw error;
    }
  };
  const done = () => {
    close();
    void cache.invalidateQueries({ queryKey: [detailPath] });
    void cache.invalidateQueries({ queryKey: [invoiceSource.path] });
    void navigate(listAddress('/money/invoice'));
  };
  return (
    <FormDialog
      title={titles[step][way]}
      draft={draftSubject.invoiceReview(invoice.id, step, way)}
      fields={way === 'reject' ? [reason] : step === 'first' ? [remark] : (values) => issueFields(invoice, realname, values)}
      question={(values) => questionOf(invoice, step, way, values)}
      submit={send}
      close={close}
      done={done}
    />
  );
}

const titles = {
  first: { approve: '提交财务', reject: '不通过' },
  finance: { approve: '同意开票', reject: '不通过' },
} as const;

/** What is final asks once more; passing an invoice on to the cashier is not. */
function questionOf(
  { head, type_name: typeName, money }: Invoice,
  step: InvoiceStep,
  way: DecisionKind,
  { dealNum = '' }: FormValues,
): Question | undefined {
  if (way === 'reject')
    return {
      title: '确认不通过',
      text: `确定不通过“${head}”的 ${money} 元开票申请吗？不通过后不能撤销，其订单可以重新申请开票。`,
      isDanger: true,
    };
  if (step === 'first') return undefined;
  return { title: '确认开票', text: `确定向“${head}”开具 ${money} 元的${typeName}吗？发票号码 ${dealNum}，提交后不能撤销。` };
}

const reason: FormField = {
  kind: 'area',
  name: 'remark',
  label: '原因',
  placeholder: '请输入原因',
  missing: '请输入原因',
  maxChars: limits.reasonChars,
  check: reasonFault,
};
const remark: FormField = {
  kind: 'area',
  name: 'remark',
  label: '备注',
  placeholder: '选填',
  maxChars: limits.invoiceRemarkChars,
  check: remarkFault,
};

/** What the server will ask of an issue, asked here by the same rules. */
function issueFields(invoice: Invoice, realname: string, values: FormValues): FormField[] {
  const type = invoiceType.nameOf(invoice.type) ?? 'special';
  const today = formatTime(new Date()).slice(0, 10);
  const { dealTime = '', dealUser = '', dealCode = '', dealNum = '', courierNumber = '' } = values;
  const issue: Issue = { dealTime, dealUser, dealCode, dealNum, courierNumber };
  const missing = issueFaults({ ...issue, dealTime: '', dealUser: '', dealCode: '', courierNumber: '' }, type, today);
  const check = (field: keyof Issue) => (value: string) => issueFaults({ ...issue, [field]: value }, type, today)[field];
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

function missingOf(message: string | undefined): { missing?: string } {
  return message === undefined ? {} : { missing: message };
}
