import type { NotarialStatus } from '../../../domain/business/codes/notarizations.ts';
import type { PayStatus } from '../../../domain/business/codes/orders.ts';
import { orderNumberStart } from '../../../domain/business/rules/order-number.ts';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { countedTotalOf, type CountedTotal } from '../../desk/lists/counted-totals.ts';
import { defineList, type Page } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import { listPage, type PageRequest } from '../../desk/lists/list-page.ts';

const columns = {
  id: 'id',
  orderNo: 'order_no',
  userId: 'user_id',
  type: 'type',
  name: 'name',
  mobile: 'mobile',
  createdAt: 'created_at',
  acceptorName: 'acceptor_name',
  acceptorId: 'acceptor_id',
  pieces: 'pieces',
  payStatus: 'pay_status',
  status: 'status',
  paidAt: 'paid_at',
  dueAt: 'due_at',
} as const;

/** The same keyword as in the list of orders, so that one index serves both. */
const keyword = {
  columns: ['name', 'mobile'],
  number: 'numbers',
  exact: { column: 'order_no', form: orderNumberStart, isBeginning: true, isEither: true },
} as const;

/** Applications, newest first. Their counters are declared in migrations/baseline/0010_orders.sql. */
export const applicationList = defineList({
  name: 'applications',
  table: 'notarization_order',
  time: 'created_at',
  columns,
  counted: [
    [],
    ['accepted_by'],
    ['pay_status'],
    ['shown_status'],
    ['accepted_by', 'pay_status'],
    ['accepted_by', 'shown_status'],
    ['pay_status', 'shown_status'],
    ['accepted_by', 'pay_status', 'shown_status'],
  ],
  keyword,
  ranges: {},
});

/** Applications by urgency: those that wait for review, earliest deadline first; then the rest, newest first. */
export const urgentList = defineList({
  name: 'urgent',
  table: 'notarization_order',
  time: 'urgency',
  columns,
  counted: [[], ['accepted_by'], ['shown_status'], ['accepted_by', 'shown_status']],
  keyword,
  ranges: { created: 'created_at' },
});

export interface ApplicationFilters {
  /** Only applications accepted by this account; null for all. */
  readonly acceptorId: string | null;
  readonly pay?: PayStatus | undefined;
  readonly status?: NotarialStatus | undefined;
  readonly keyword: string;
  readonly created?: TimeRange | undefined;
  readonly isByUrgency: boolean;
}

/** One page of the applications under the filters, with the exact total. */
export function listApplications(
  lists: Lists,
  { acceptorId, pay, status, keyword, created, isByUrgency }: ApplicationFilters,
  slice: PageRequest,
): Promise<Page<ListedApplication>> {
  const facets = { accepted_by: acceptorId ?? undefined, pay_status: pay, shown_status: status };
  return isByUrgency
    ? listPage(lists, urgentList, { facets, keyword, ranges: { created }, ...slice })
    : listPage(lists, applicationList, { facets, keyword, time: created, ...slice });
}

/** Their total, from the counters; the order of the rows does not matter. */
export function countedApplications({ acceptorId, pay, status, keyword, created }: ApplicationFilters): CountedTotal | null {
  const facets = { accepted_by: acceptorId ?? undefined, pay_status: pay, shown_status: status };
  return countedTotalOf(applicationList, { facets, keyword, time: created });
}

export type ListedApplication = ListRow<typeof applicationList>;
