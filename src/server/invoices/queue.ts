import { sql, type SqlBool } from 'kysely';
import { queueNeeds } from '../../domain/access/queue-access.ts';
import type { InvoiceStatus } from '../../domain/codes/invoices.ts';
import type { InvoiceStep } from '../../domain/rules/invoice.ts';
import { heldByOthers, isFreeFor } from '../claims/store.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../feature/deps.ts';
import type { WorkQueue } from '../feature/work.ts';
import { listTotal } from '../lists/total.ts';
import { claimInvoice, releaseInvoice } from './claim.ts';
import { invoiceList } from './invoice-list.ts';

/** The two queues of invoices, each by the time at which an invoice entered it. */
export function invoiceQueues({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>): WorkQueue[] {
  return queues.map((desk) => {
    const context = { db, desk, fourEyes: config.invoiceFourEyes && desk.step === 'finance' };
    const lease = { seconds: config.claimSeconds, fourEyes: config.invoiceFourEyes };
    return {
      kind: desk.kind,
      needs: queueNeeds(desk.kind),
      count: async ({ accountId }) => (await listTotal(lists, invoiceList, { status: desk.status })) - (await ownFirst(context, accountId)),
      ahead: ({ accountId }, id) => aheadOf(context, accountId, id),
      held: ({ accountId }) => heldByOthers(db, 'invoice', accountId, waiting(context, accountId).select(['i.id', 'i.head as title'])),
      next: ({ accountId }, place) => nextFree(context, accountId, place),
      take: (_operator, actor, id) => claimInvoice(db, id, desk.step, actor, lease),
      release: (_operator, actor, id) => releaseInvoice(db, id, actor),
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
  /** Whether others must issue the invoices that an operator reviewed first. */
  readonly fourEyes: boolean;
}

/** The state is a literal in the SQL text, so that the partial index invoice_submitted is used. */
function waiting({ db, desk, fourEyes }: QueueContext, operatorId: string) {
  return db
    .selectFrom('invoice as i')
    .where('i.status', '=', sql.lit(desk.status))
    .$if(fourEyes, (query) => query.where('i.first_by', '!=', operatorId));
}

async function ownFirst({ db, desk, fourEyes }: QueueContext, operatorId: string): Promise<number> {
  if (!fourEyes) return 0;
  const { own } = await db
    .selectFrom('invoice')
    .select(sql<number>`count(*)::int`.as('own'))
    .where('status', '=', sql.lit(desk.status))
    .where('first_by', '=', operatorId)
    .executeTakeFirstOrThrow();
  return own;
}

async function nextFree(
  of: QueueContext,
  operatorId: string,
  { behind, except = behind }: { readonly behind?: string; readonly except?: string },
): Promise<string | undefined> {
  const since = of.desk.since;
  const found = await waiting(of, operatorId)
    .select('i.id')
    .where(isFreeFor(operatorId, 'invoice', sql.ref('i.id')))
    .$if(except !== undefined, (query) => query.where('i.id', '!=', except ?? ''))
    .$if(behind !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${sql.ref(`i.${since}`)}, i.id) > (select ${sql.ref(`p.${since}`)}, p.id from invoice p where p.id = ${behind})`,
      ),
    )
    .orderBy(`i.${since}`)
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

async function aheadOf(of: QueueContext, operatorId: string, id: string): Promise<number | null> {
  const { since } = of.desk;
  const place = await waiting(of, operatorId).select('i.id').where('i.id', '=', id).executeTakeFirst();
  if (!place) return null;
  const { ahead } = await waiting(of, operatorId)
    .select(sql<number>`count(*)::int`.as('ahead'))
    .where(sql<SqlBool>`(${sql.ref(`i.${since}`)}, i.id) < (select ${sql.ref(`p.${since}`)}, p.id from invoice p where p.id = ${id})`)
    .where(isFreeFor(operatorId, 'invoice', sql.ref('i.id')))
    .executeTakeFirstOrThrow();
  return ahead;
}
