import { typedCode } from '../../../domain/kit/text/typed.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '../../../contract/console/invoices.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { redFlushFaults } from '../../../domain/business/rules/invoice.ts';
import { formatDay } from '../../../domain/kit/text/time.ts';
import { serverNow } from '../../kit/net/server-clock.ts';
import { post } from '../../kit/net/call.ts';
import { DayControl } from '../../kit/form/day-control.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField, FormValues } from '../../kit/form/form-field.tsx';
import type { Question } from '../../kit/form/use-submission.ts';
import { reloadOnConflict } from '../../kit/net/verdict.ts';
import { detailPath } from './invoice-query.ts';
import { invoiceSource } from './sources.ts';

/** 红冲: number and date of the red-letter invoice, confirmed once more because the entry is final. */
export function RedFlushDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const cache = useQueryClient();
  const reload = () => {
    void cache.invalidateQueries({ queryKey: [detailPath] });
    void cache.invalidateQueries({ queryKey: [invoiceSource.path] });
  };
  const send = ({ redNum = '', redTime = '' }: FormValues) =>
    reloadOnConflict(
      post('/api/invoice/invoiceRedFlush', { id: invoice.id, redNum, redTime }, { about: { act: '已红冲', name: invoice.head } }),
      reload,
    );
  const done = () => {
    close();
    reload();
  };
  return (
    <FormDialog
      title="发票红冲"
      draft={draftSubject.redFlush(invoice.id)}
      fields={(values) => fieldsOf(invoice, values)}
      question={(values) => questionOf(invoice, values)}
      submit={send}
      close={close}
      done={done}
    />
  );
}

function questionOf({ head, money }: Invoice, { redNum = '' }: FormValues): Question {
  return {
    title: '确认红冲',
    verb: '红冲',
    text: `确定以红字发票${redNum}冲销“${head}”的发票（${money} 元）吗？登记后不能撤销，其中未退款的订单可重新申请开票。`,
  };
}

/** The fields, validated by the same rules as on the server. */
function fieldsOf(invoice: Invoice, { redNum = '', redTime = '' }: FormValues): FormField[] {
  const today = formatDay(serverNow());
  const faults = (change: Partial<{ redNum: string; redTime: string }>) =>
    redFlushFaults({ redNum, redTime, ...change }, invoice.deal_time, today);
  return [
    {
      kind: 'text',
      name: 'redNum',
      label: '红字发票号码',
      placeholder: '请输入红字发票号码',
      missing: '红字发票号码不能为空',
      check: (value) => faults({ redNum: typedCode(value) }).redNum,
    },
    {
      kind: 'custom',
      name: 'redTime',
      label: '红冲时间',
      Control: DayControl,
      initial: today,
      missing: '红冲时间不能为空',
      check: (value) => faults({ redTime: value }).redTime,
    },
  ];
}
