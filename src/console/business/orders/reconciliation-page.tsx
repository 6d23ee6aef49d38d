import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { MonthRow } from '../../../contract/console/reconciliation.ts';
import { formatDay } from '../../../domain/kit/text/time.ts';
import { serverNow } from '../../kit/net/server-clock.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { get } from '../../kit/net/call.ts';
import { Card } from '../../kit/ui/field-list.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { downloadByFrame } from '../../kit/net/hidden-frame.ts';
import { Refused } from '../../kit/ui/query-view.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import { MonthPlot } from './month-plot.tsx';
import './months.css';

const path = '/api/ajax/data/getReconciliation';

/** The months of a year: income, refunds, and what of it waits for an invoice. */
export function ReconciliationPage() {
  const { can } = useOperator();
  const [search, setSearch] = useSearchParams();
  const [thisYear] = useState(() => Number(formatDay(serverNow()).slice(0, 4)));
  const given = search.get('year') ?? '';
  const year = /^20\d{2}$/.test(given) ? Number(given) : thisYear;
  const {
    data,
    error: failure,
    refetch,
    isPlaceholderData,
  } = useQuery({
    queryKey: [path, year],
    queryFn: ({ signal }) => get(path, { year: String(year) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const error = errorToShow(failure);
  if (!data && error) return <Refused error={error} retry={refetch} />;
  const turnTo = (target: number) => setSearch(target === thisYear ? {} : { year: String(target) });
  return (
    <Card
      title={`${year}年`}
      action={
        <div className="months-tools">
          <button type="button" className="btn" onClick={() => turnTo(year - 1)} disabled={year <= 2000}>
            上一年
          </button>
          <button type="button" className="btn" onClick={() => turnTo(year + 1)} disabled={year >= thisYear}>
            下一年
          </button>
          {can('export') && (
            <GuardedButton className="btn" onClick={() => downloadByFrame(`/api/export/reconciliationExport?year=${year}`)}>
              导出
            </GuardedButton>
          )}
        </div>
      }
    >
      {data ? (
        <div className="months" aria-busy={isPlaceholderData}>
          <MonthPlot months={data.list} />
          <MonthTable months={data.list} total={data.total} />
        </div>
      ) : (
        <p className="months-wait" aria-busy="true" />
      )}
    </Card>
  );
}

/** Shows the figures of the lists that the role may read; the server omits the others. */
function MonthTable({ months, total }: { months: readonly MonthRow[]; total: MonthRow }) {
  const columns = figures.filter(({ of }) => total[of] !== null);
  const line = (row: MonthRow) =>
    columns.map(({ of }, at) =>
      at === 0 ? (
        <th key={of} scope="row">
          {row[of]}
        </th>
      ) : (
        <td key={of}>{row[of]}</td>
      ),
    );
  return (
    <table className="months-table">
      <thead>
        <tr>
          {columns.map(({ title, hint }) => (
            <th key={title} scope="col" title={hint}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((row) => (
          <tr key={row.month}>{line(row)}</tr>
        ))}
      </tbody>
      <tfoot>
        <tr>{line(total)}</tr>
      </tfoot>
    </table>
  );
}

const figures: readonly { of: keyof MonthRow; title: string; hint: string }[] = [
  { of: 'month', title: '月份', hint: '' },
  { of: 'notarization', title: '公证收入(元)', hint: '当月支付的公证订单，含其后退款的' },
  { of: 'recharge', title: '充值收入(元)', hint: '当月支付的充值订单' },
  { of: 'income', title: '收入合计(元)', hint: '公证收入与充值收入之和' },
  { of: 'refund', title: '退款(元)', hint: '当月退还的款项' },
  { of: 'pointsSold', title: '售出积分', hint: '当月支付的充值订单所含积分' },
  { of: 'pointsUsed', title: '消费积分', hint: '当月消费的积分，已减去退还的' },
  { of: 'invoiced', title: '已开票(元)', hint: '当月开具的发票' },
  { of: 'open', title: '未开票(元)', hint: '当月支付、未退款且尚未申请开票的订单' },
];
