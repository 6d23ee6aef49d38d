import { z } from 'zod';
import { download, get } from '../call.ts';
import { optional } from '../fields.ts';

/** Defaults to the current year. */
const year = optional(
  z
    .string()
    .regex(/^20\d{2}$/, '年份无效')
    .transform(Number),
);

/**
 * Figures of lists that the role may not read are null (spec/wire, 5): recharges and points need 充值消费订单, invoices need 发票审核,
 * `open` needs both.
 */
const month = z.object({
  /** `yyyy-MM`. */
  month: z.string(),
  /** Yuan paid in the month, including amounts refunded later. */
  notarization: z.string(),
  recharge: z.string().nullable(),
  /** Sum of notarization and recharge. */
  income: z.string().nullable(),
  /** Yuan refunded in the month. */
  refund: z.string(),
  /** Points paid for in the month, and points spent in the month. */
  pointsSold: z.number().nullable(),
  pointsUsed: z.number().nullable(),
  /** Yuan invoiced in the month. */
  invoiced: z.string().nullable(),
  /** Yuan paid in the month, not refunded, and not part of an invoice application so far. */
  open: z.string().nullable(),
});
export type MonthRow = z.output<typeof month>;

/** Monthly totals of a year. Not in the specification: finance needs it at the end of each month. */
export const reconciliationCalls = {
  getReconciliation: get('/api/ajax/data/getReconciliation', {
    summary: '月度对账',
    needs: { anyOf: ['finance:order'] },
    input: z.object({ year }),
    /** Twelve months, the first one first, and the totals of the year. */
    output: z.object({ year: z.number(), list: z.array(month), total: month }),
  }),
  reconciliationExport: download('/api/export/reconciliationExport', {
    summary: '导出月度对账',
    needs: { anyOf: ['finance:order'], allOf: ['export'] },
    input: z.object({ year }),
  }),
} as const;
