import { sql } from 'kysely';
import { queueNeeds } from '../../../domain/business/access/queue-access.ts';
import type { InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import type { InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { casesAhead, nextCase } from '../../desk/claims/case-order.ts';
import { heldByOthers, isClaimable } from '../../desk/claims/store.ts';
import type { ClaimTerms } from '../../desk/claims/terms.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Deps } from '../../custody/deps.ts';
import type { WorkQueue } from '../../desk/work.ts';
import { listTotal } from '../../desk/lists/total.ts';
import { approverFaults } from '../../desk/two-people/independence.ts';
import { claimInvoice, releaseInvoice, revokeInvoice } from './claim.ts';
import { invoiceList } from './invoice-list.ts';

/** The two queues of invoices, each by the time at which an invoice entered it. */
export function invoiceQueues({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>): WorkQueue[] {
  return queues.map((desk) => {
    const context = { db, desk, terms: config.claims, fourEyes: config.invoiceFourEyes && desk.step === 'finance' };
    const lease = { terms: config.claims, fourEyes: config.invoiceFourEyes };
    return {
      kind: desk.kind,
      needs: queueNeeds(desk.kind),
      count: async ({ accountId }) => (await listTotal(lists, invoiceList, { status: desk.status })) - (await closedTo(context, accountId)),
      ahead: async ({ accountId }, id) => casesAhead(await casesOf(context, accountId), id),
      held: async ({ accountId }) =>
        heldByOthers(db, 'invoice', accountId, (await waiting(context, accountId)).select(['i.id', 'i.head as title'])),
      next: async ({ accountId }, place) => nextCase(await casesOf(context, accountId), place),
      take: (_operator, actor, id) => claimInvoice(db, id, desk.step, actor, lease),
      release: (_operator, actor, id) => releaseInvoice(db, id, actor),
      revoke: (actor, id) => revokeInvoice(db, id, config.claims, actor),
    };
  });
}

interface InvoiceQueue {
  readonly kind: 'invoice-first' | 'invoice-issue';
  readonly step: InvoiceStep;
  readonly status: InvoiceStatus;
  /** The column with the time at which an invoice entered this queue. */
  readonly since: 'created_at' | 'first_at';
}
const queues: readonly InvoiceQueue[] = [
  { kind: 'invoice-first', step: 'first', status: 'pending', since: 'created_at' },
  { kind: 'invoice-issue', step: 'finance', status: 'submitted', since: 'first_at' },
];

interface QueueContext {
  readonly db: Database;
  readonly desk: InvoiceQueue;
  readonly terms: ClaimTerms;
  /** Whether others must issue the invoices that an operator reviewed first. */
  readonly fourEyes: boolean;
}

/** The state is a literal in the SQL text, so that the partial index invoice_submitted is used. */
async function waiting(of: QueueContext, operatorId: string) {
  const closed = await closedReviewers(of, operatorId);
  return of.db
    .selectFrom('invoice as i')
    .where('i.status', '=', sql.lit(of.desk.status))
    .$if(closed.length > 0, (query) => query.where('i.first_by', 'not in', closed));
}

/** The first reviewers whose invoices others than this operator must issue: themselves, and whoever is not another person. */
async function closedReviewers({ db, desk, fourEyes }: QueueContext, operatorId: string): Promise<string[]> {
  if (!fourEyes) return [];
  const { rows } = await sql<{ first_by: string }>`
    select id::text as first_by from account a where exists (
      select from invoice i where i.status = ${sql.lit(desk.status)} and i.first_by = a.id)`.execute(db);
  const reviewers = rows.map(({ first_by }) => first_by);
  const faultOf = await approverFaults(db, operatorId, reviewers, '初审人');
  return reviewers.filter((reviewer) => reviewer === operatorId || faultOf(reviewer) !== '');
}

async function closedTo(of: QueueContext, operatorId: string): Promise<number> {
  const closed = await closedReviewers(of, operatorId);
  if (closed.length === 0) return 0;
  const { n } = await of.db
    .selectFrom('invoice')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('status', '=', sql.lit(of.desk.status))
    .where('first_by', 'in', closed)
    .executeTakeFirstOrThrow();
  return n;
}

async function casesOf(of: QueueContext, operatorId: string) {
  const { since } = of.desk;
  const mayClaim = isClaimable(operatorId, 'invoice', sql.ref('i.id'), of.terms);
  return {
    db: of.db,
    cases: (await waiting(of, operatorId)).select(['i.id', `i.${since} as since`, 'i.id as tie', mayClaim.as('is_claimable')]),
    placeOf: (id: string) => sql`(select ${sql.ref(`p.${since}`)}, p.id from invoice p where p.id = ${id})`,
  };
}
