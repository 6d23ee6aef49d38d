import { sql } from 'kysely';
import type { CaptureNotes } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { Database } from '../../platform/db/database.ts';
import { findDeliveries } from './documents/delivery-store.ts';
import { isClaimed, type Scope } from './store.ts';

/** All data of one application except its evidence; undefined if it does not exist or is out of scope. */
export async function findApplication(db: Database, id: string, scope: Scope) {
  const order = await db
    .selectFrom('notarization_order')
    .leftJoin('refund', 'refund.order_no', 'notarization_order.order_no')
    .leftJoin('notarial_document', 'notarial_document.order_id', 'notarization_order.id')
    .leftJoin('notarial_document_file as full', (join) =>
      join.onRef('full.document_id', '=', 'notarial_document.id').on('full.is_masked', '=', false),
    )
    .leftJoin('notarial_document_file as masked', (join) =>
      join.onRef('masked.document_id', '=', 'notarial_document.id').on('masked.is_masked', '=', true),
    )
    .leftJoin('account', 'account.id', 'claimed_by')
    .leftJoin('invoice', 'invoice.id', 'notarization_order.invoice_id')
    .selectAll('notarization_order')
    .select([
      'refund.refund_order_no',
      'refund.at as refunded_at',
      'notarial_document.number as document_no',
      'notarial_document.passed_at',
      'full.sha256 as full_sha256',
      'masked.sha256 as masked_sha256',
      'account.realname as claimed_name',
      'invoice.status as invoice_status',
    ])
    .select(isClaimed.as('is_claimed'))
    .where('notarization_order.id', '=', id)
    .$if(scope !== null, (query) => query.where('acceptor_id', '=', scope))
    .executeTakeFirst();
  if (!order) return undefined;
  const [checks, deliveries, first] = await Promise.all([
    db.selectFrom('notarization_check').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    findDeliveries(db, id),
    firstNumbers(db, [id]),
  ]);
  return { ...order, checks, deliveries, firstNumber: first.get(id) ?? '' };
}
export type FoundApplication = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

/** The first evidence number of each application, in one query for a page of the list. */
export async function firstNumbers(db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; number: string }>`
    select c.order_id as id, e.number from notarization_evidence c join evidence e on e.id = c.evidence_id
     where c.order_id = any (${[...orderIds]}::bigint[]) and c.position = 1`.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** A page of the evidence that an application covers, in its own order, with the exact total. */
export async function coveredEvidence(db: Database, orderId: string, page: number, limit: number) {
  const covered = db
    .selectFrom('notarization_evidence')
    .innerJoin('evidence', 'evidence.id', 'evidence_id')
    .where('order_id', '=', orderId);
  const [rows, { total }] = await Promise.all([
    covered
      .innerJoin('users', 'users.id', 'evidence.user_id')
      .select([
        'number',
        'evidence.user_id',
        'evidence.type',
        'kind',
        'title',
        'saved_at',
        'file_status',
        sql<string>`coalesce(nullif(users.name, ''), users.mobile)`.as('holder'),
      ])
      .orderBy('position')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    covered.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** What a captured page is known to lack or to differ in; null for other evidence. */
export async function captureNotesOf(db: Database, number: string): Promise<CaptureNotes | null> {
  const found = await db.selectFrom('capture').select('notes').where('number', '=', number).executeTakeFirst();
  return found?.notes ?? null;
}

/** The next application to review for an operator: one that nobody else has claimed, most urgent first. */
export function nextApplication(db: Database, scope: Scope, operatorId: string, except: string | undefined) {
  return db
    .selectFrom('notarization_order')
    .select(['id', 'user_id', 'type'])
    .where('shown_status', '=', 'waiting')
    .where('pay_status', '=', 'paid')
    .where((is) => is.or([is.not(isClaimed), is('claimed_by', '=', operatorId)]))
    .$if(scope !== null, (query) => query.where('accepted_by', '=', scope))
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('urgency', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
