import type { NotarialStatus } from '../../../domain/business/codes/notarizations.ts';
import type { DeliveryState } from '../../../domain/business/codes/document-deliveries.ts';
import type { PayStatus } from '../../../domain/business/codes/orders.ts';
import { orderNumberStart } from '../../../domain/business/rules/order-number.ts';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { countedTotalOf, type CountedTotal } from '../../desk/lists/counted-totals.ts';
import { defineList, type Page } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import { listPage, type PageRequest } from '../../desk/lists/list-page.ts';
import { streamRows } from '../../desk/lists/stream.ts';

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
  sendType: 'send_type',
  purpose: 'purpose',
  copies: 'copies',
  agent: 'agent',
  delivery: 'delivery',
} as const;

/** The same keyword as in the list of orders, so that one index serves both. */
const keyword = {
  columns: ['name', 'mobile'],
  number: 'numbers',
  exact: { column: 'order_no', form: orderNumberStart, isBeginning: true, isEither: true },
} as const;

/** Applications, newest first. Their counters are declared in migrations/baseline/0010_orders.sql and 0071_document_deliveries.sql. */
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
    ['shown_status', 'delivery'],
    ['accepted_by', 'shown_status', 'delivery'],
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
  /** Only those that passed with this state of their document's delivery. */
  readonly delivery?: DeliveryState | undefined;
  readonly keyword: string;
  readonly created?: TimeRange | undefined;
  readonly isByUrgency: boolean;
}

/** One page of the applications under the filters, with the exact total. */
export async function listApplications(lists: Lists, filters: ApplicationFilters, slice: PageRequest): Promise<Page<ListedApplication>> {
  const { keyword, created, isByUrgency } = filters;
  if (isNone(filters)) return { rows: [], total: 0, sums: [] };
  const facets = facetsOf(filters);
  // What passed is not urgent, so under a delivery both orders are the same.
  return isByUrgency && facets.delivery === undefined
    ? listPage(lists, urgentList, { facets, keyword, ranges: { created }, ...slice })
    : listPage(lists, applicationList, { facets, keyword, time: created, ...slice });
}

/** All of them, for an export. */
export function streamApplications(lists: Lists, filters: ApplicationFilters): AsyncIterable<readonly ListedApplication[]> {
  if (isNone(filters)) return none();
  return streamRows(lists, applicationList, { facets: facetsOf(filters), keyword: filters.keyword, time: filters.created });
}

/** Their total, from the counters; the order of the rows does not matter. */
export function countedApplications(filters: ApplicationFilters): CountedTotal | null {
  if (isNone(filters)) return null;
  return countedTotalOf(applicationList, { facets: facetsOf(filters), keyword: filters.keyword, time: filters.created });
}

function facetsOf({ acceptorId, pay, status, delivery }: ApplicationFilters) {
  const shown_status = delivery === undefined ? status : ('passed' as const);
  return { accepted_by: acceptorId ?? undefined, pay_status: pay, shown_status, delivery };
}

/** Only what passed has a document to deliver. */
function isNone({ status, delivery }: ApplicationFilters): boolean {
  return delivery !== undefined && status !== undefined && status !== 'passed';
}

// oxlint-disable-next-line require-yield -- a stream without rows
async function* none(): AsyncGenerator<readonly ListedApplication[]> {}

export type ListedApplication = ListRow<typeof applicationList>;
