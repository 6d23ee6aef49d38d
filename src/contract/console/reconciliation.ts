import { z } from 'zod';
import { download, get } from '../call.ts';
import { optional } from '../fields.ts';

/** Which year; this one unless given. */
const year = optional(
  z
    .string()
    .regex(/^20\d{2}$/, '年份无效')
    .transform(Number),
);

/**
 * A figure of lists that the role may not read is null (wire, section 5): recharges and points need 充值消费订单, invoices need 发票审核,
 * `open` needs both.
 */
const month = z.object({
  /** `yyyy-MM`. */
  month: z.string(),
  /** Paid in the month, given back or not; yuan. */
  notarization: z.string(),
  recharge: z.string().nullable(),
  /** Both together. */
  income: z.string().nullable(),
  /** Given back in the month; yuan. */
  refund: z.string(),
  /** Points that were paid for in the month, and points that were spent. */
  pointsSold: z.number().nullable(),
  pointsUsed: z.number().nullable(),
  /** Issued in the month; yuan. */
  invoiced: z.string().nullable(),
  /** Paid in the month, not given back, and no invoice asked for until now; yuan. */
  open: z.string().nullable(),
});
export type MonthRow = z.output<typeof month>;

/** The months of a year added up. Not in the seeds: finance asks for it at the end of each month. */
export const reconciliationCalls = {
  getReconciliation: get('/api/ajax/data/getReconciliation', {
    summary: '月度对账',
    needs: { anyOf: ['finance:order'] },
    input: z.object({ year }),
    /** Twelve months, the first one first, and the year's own sums. */
    output: z.object({ year: z.number(), list: z.array(month), total: month }),
  }),
  reconciliationExport: download('/api/export/reconciliationExport', {
    summary: '导出月度对账',
    needs: { anyOf: ['finance:order'], allOf: ['export'] },
    input: z.object({ year }),
  }),
} as const;
