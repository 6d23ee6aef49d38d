import type { Invoice } from '../../../contract/console/invoices.ts';
import type { InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { post, type ReplyOf } from '../../kit/net/call.ts';
import { queueScreen } from '../../kit/queue/queue-screen.tsx';
import { ReviewPairs } from '../../kit/review/review-pairs.tsx';
import { detailPath } from './invoice-query.ts';
import { decisionTitles } from './issue-fields.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceQueueDecision } from './queue-decision.tsx';
import './invoices.css';

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
    Subject: ({ detail }) => detail && <Subject invoice={detail} />,
    Decision: (props) => <InvoiceQueueDecision key={props.detail?.id ?? ''} {...props} step={step} />,
  });
}

/** What is invoiced and to whom, with the orders below. */
function Subject({ invoice }: { readonly invoice: Invoice }) {
  return (
    <div className="invoice-case">
      <ReviewPairs
        title="发票信息"
        items={[
          { label: '发票抬头', value: invoice.head },
          { label: '税号', value: invoice.tax_num },
          { label: '发票类型', value: invoice.type_name },
          { label: '开票金额', value: `${invoice.money} 元` },
          { label: '开户银行', value: invoice.bank_name },
          { label: '银行账号', value: invoice.account },
          { label: '注册电话', value: invoice.phone_number },
          { label: '注册地址', value: invoice.street },
        ]}
      />
      <ReviewPairs
        title="申请与收件"
        items={[
          { label: '用户名', value: invoice.username },
          { label: '手机号', value: invoice.mobile },
          { label: '申请时间', value: invoice.create_time },
          { label: '电子邮箱', value: invoice.email },
          { label: '收件人', value: invoice.recipient_name },
          { label: '联系电话', value: invoice.post_phone_number },
          { label: '收件地址', value: invoice.address },
          { label: '备注', value: invoice.remark },
          ...(invoice.check_first_name === ''
            ? []
            : [
                { label: '初审人', value: invoice.check_first_name },
                { label: '初审时间', value: invoice.check_first_time },
                { label: '初审备注', value: invoice.first_remark },
              ]),
        ]}
      />
      <section className="card invoice-case-lines" aria-label="订单明细">
        <InvoiceLines id={invoice.id} money={invoice.money} />
      </section>
    </div>
  );
}
