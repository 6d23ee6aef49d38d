import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Invoice } from '../../../contract/console/invoices.ts';
import { reasonFault, remarkFault, type InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField, FormValues } from '../../kit/form/form-field.tsx';
import { listAddress } from '../../kit/list/list-position.ts';
import { reloadOnConflict } from '../../kit/net/verdict.ts';
import { detailPath } from './invoice-query.ts';
import { sendDecision } from './send-decision.ts';
import { decisionTitles, issueFields, questionOf, type DecisionKind } from './issue-fields.ts';
import { invoiceSource } from './sources.ts';

interface Props {
  readonly invoice: Invoice;
  readonly step: InvoiceStep;
  readonly way: DecisionKind;
  readonly close: () => void;
}

/** A decision about an invoice. Shows the server's message, then the list (spec/finance-app-authority, 2.1). */
export function InvoiceDecision({ invoice, step, way, close }: Props) {
  const { realname } = useOperator();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const send = ({ remark = '', ...issue }: FormValues): Promise<unknown> => {
    return reloadOnConflict<unknown>(
      sendDecision(invoice, step, way, remark, issue),
      () => void cache.invalidateQueries({ queryKey: [detailPath] }),
    );
  };
  const done = () => {
    close();
    void cache.invalidateQueries({ queryKey: [detailPath] });
    void cache.invalidateQueries({ queryKey: [invoiceSource.path] });
    void navigate(listAddress('/money/invoice'));
  };
  return (
    <FormDialog
      title={decisionTitles[step][way]}
      draft={draftSubject.invoiceReview(invoice.id, step, way)}
      fields={way === 'reject' ? [reason] : step === 'first' ? [remark] : (values) => issueFields(invoice, realname, values)}
      question={(values) => questionOf(invoice, step, way, values)}
      submit={send}
      close={close}
      done={done}
    />
  );
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
