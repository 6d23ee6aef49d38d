import { sql, type Insertable } from 'kysely';
import { deliveryStateOf } from '../../../../domain/business/rules/document-delivery.ts';
import type { DeliveryState } from '../../../../domain/business/codes/document-deliveries.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

// Queries that lock or change the deliveries of documents.
//
// Order of locks: the application, which the caller has locked; its deliveries. So of two that record at once, the second sees the first.

/** What a delivery is compared with; undefined until the document is issued. */
export function findIssued(db: Database | Tx, orderId: string) {
  return db
    .selectFrom('notarization_order')
    .innerJoin('notarial_document', 'notarial_document.order_id', 'notarization_order.id')
    .innerJoin('notarial_document_file as full', (join) =>
      join.onRef('full.document_id', '=', 'notarial_document.id').on('full.is_masked', '=', false),
    )
    .select(['notarial_document.number', 'passed_at', 'applicant', 'copies', 'delivery'])
    .where('notarization_order.id', '=', orderId)
    .executeTakeFirst();
}

/** All deliveries of an application's document, in the order in which they were recorded. Days are `yyyy-MM-dd`. */
export function findDeliveries(db: Database | Tx, orderId: string) {
  const day = (column: 'sent_day' | 'arrived_day' | 'returned_day') => sql<string | null>`${sql.ref(column)}::text`.as(column);
  return db
    .selectFrom('notarial_delivery')
    .select(['id', 'kind', 'at', 'collector', 'name', 'paper', 'paper_number', 'copies', 'company', 'parcel', 'address'])
    .select(['recorded_by', 'recorder', 'recorded_at', day('sent_day'), day('arrived_day'), day('returned_day')])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}
export type FoundDelivery = Awaited<ReturnType<typeof findDeliveries>>[number];

export async function insertDelivery(tx: Tx, delivery: Insertable<Tables['notarial_delivery']>): Promise<void> {
  await tx.insertInto('notarial_delivery').values(delivery).execute();
}

/** What became of a mail. */
export async function setOutcome(
  tx: Tx,
  id: string,
  outcome: { readonly arrived_day: string | null; readonly returned_day: string | null },
): Promise<void> {
  await tx.updateTable('notarial_delivery').set(outcome).where('id', '=', id).execute();
}

/** Writes to a locked application how far its document is delivered. @returns that state. */
export async function settleDelivery(tx: Tx, orderId: string): Promise<DeliveryState> {
  const deliveries = await findDeliveries(tx, orderId);
  const delivery = deliveryStateOf(
    deliveries.map(({ kind, arrived_day, returned_day }) => ({
      kind,
      hasArrived: arrived_day !== null,
      isReturned: returned_day !== null,
    })),
  );
  await tx.updateTable('notarization_order').set({ delivery }).where('id', '=', orderId).where('delivery', '!=', delivery).execute();
  return delivery;
}

/** Whether the open API has answered the document before. */
export async function wasFetched(db: Database | Tx, orderId: string): Promise<boolean> {
  const first = await db
    .selectFrom('notarial_delivery')
    .select('id')
    .where('order_id', '=', orderId)
    .where('recorded_by', 'is', null)
    .executeTakeFirst();
  return first !== undefined;
}
