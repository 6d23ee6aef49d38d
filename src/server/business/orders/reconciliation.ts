import { sql } from 'kysely';
import type { MonthRow } from '../../../contract/console/reconciliation.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * The months of a year, in order, and their sums. They come from the lists' counters in one statement, so from one snapshot.
 * @param permissions of the calling role; figures of lists that it may not read are left out.
 */
export async function reconcileYear(
  db: Database,
  year: number,
  permissions: ReadonlySet<Permission>,
): Promise<{ year: number; list: MonthRow[]; total: MonthRow }> {
  const from = `${year}-01-01`;
  const until = `${year + 1}-01-01`;
  const months = (list: string, facet: string) => sql`list_months(${list}, ${facet}, ${from}::date, ${until}::date)`;
  const { rows } = await sql<MonthAmounts>`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(n.s1, 0) as notarization, coalesce(r.s1, 0) as recharge,
      coalesce(f.s1, 0) as refund,
      coalesce(r.s2, 0) as "pointsSold", coalesce(c.s2, 0) as "pointsUsed", coalesce(i.s1, 0) - coalesce(x.s1, 0) as invoiced,
        coalesce(o.s1, 0) + coalesce(p.s1, 0) as open
    from (select generate_series(${from}::timestamp, ${until}::timestamp - interval '1 day', interval '1 month')::date as month) m
    left join ${months('orders:paid_at', '')} n using (month)
    left join ${months('recharges:paid_at', '')} r using (month)
    left join ${months('refunds', '')} f using (month)
    left join ${months('charges', 'consumption')} c using (month)
    left join ${months('invoices:issued_at', '')} i using (month)
    left join ${months('invoices:red_at', '')} x using (month)
    left join ${months('orders:paid_at', 'open')} o using (month)
    left join ${months('recharges:paid_at', 'open')} p using (month)
    order by m.month`.execute(db);
  const sums = { month: '合计' } as MonthAmounts;
  for (const key of amounts) sums[key] = String(rows.reduce((sum, row) => sum + Number(row[key]), 0));
  return { year, list: rows.map((row) => monthRowOf(row, permissions)), total: monthRowOf(sums, permissions) };
}

const amounts = ['notarization', 'recharge', 'refund', 'pointsSold', 'pointsUsed', 'invoiced', 'open'] as const;
/** bigints as decimal strings; money in fen. */
type MonthAmounts = Record<'month' | (typeof amounts)[number], string>;

function monthRowOf(
  { month, notarization, recharge, refund, pointsSold, pointsUsed, invoiced, open }: MonthAmounts,
  permissions: ReadonlySet<Permission>,
): MonthRow {
  const yuan = (fen: string): string => formatYuan(Number(fen));
  const seesCharges = permissions.has('finance:charge');
  const seesInvoices = permissions.has('finance:invoice');
  return {
    month,
    notarization: yuan(notarization),
    recharge: seesCharges ? yuan(recharge) : null,
    income: seesCharges ? formatYuan(Number(notarization) + Number(recharge)) : null,
    refund: yuan(refund),
    pointsSold: seesCharges ? Number(pointsSold) : null,
    pointsUsed: seesCharges ? Number(pointsUsed) : null,
    invoiced: seesInvoices ? yuan(invoiced) : null,
    open: seesCharges && seesInvoices ? yuan(open) : null,
  };
}
