import type { InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { post, type ReplyOf } from '../../kit/net/call.ts';
import { queueScreen } from '../../kit/queue/queue-screen.tsx';
import { InvoiceCase } from './invoice-case.tsx';
import { detailPath } from './invoice-query.ts';
import { decisionTitles } from './issue-fields.ts';
import { InvoiceQueueDecision } from './queue-decision.tsx';

export const FirstReviewQueue = invoiceQueue('first');
export const IssueQueue = invoiceQueue('finance');

function invoiceQueue(step: InvoiceStep) {
  return queueScreen<ReplyOf<'POST', typeof detailPath>>({
    kind: step === 'first' ? 'invoice-first' : 'invoice-issue',
    query: (id) => ({
      queryKey: [detailPath, id, 'queue'],
      queryFn: ({ signal }) => post(detailPath, { id }, { signal, quiet: true }),
    }),
    choices: decisionTitles[step],
    Subject: ({ detail }) => detail && <InvoiceCase invoice={detail} isDeciding />,
    Decision: (props) => <InvoiceQueueDecision key={props.detail?.id ?? ''} {...props} step={step} />,
  });
}
