import { sql, type Insertable } from 'kysely';
import { formatDay } from '../../../../domain/kit/text/time.ts';
import { isMainFile } from '../../../custody/evidence/evidence-files.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { hasEnded, leaseEnd } from '../../../platform/db/lease.ts';
import type { Tables } from '../../../platform/db/tables.ts';

// Queries that lock or change notarial documents, their numbers, and the queue of documents to be made.
//
// Order of locks: the year, in a transaction that has locked the application already; the document's place in the queue, when its files are
// made. No transaction holds both.

/** The next number of a year, without gaps: concurrent calls wait for the year's row, and a rolled-back transaction returns its number. */
export async function takeSerial(tx: Tx, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('notarial_series')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`notarial_series.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Stores a document and queues it to be made. */
export async function insertDocument(tx: Tx, document: Insertable<Tables['notarial_document']>): Promise<void> {
  const { id } = await tx.insertInto('notarial_document').values(document).returning('id').executeTakeFirstOrThrow();
  await tx.insertInto('notarial_document_waiting').values({ document_id: id }).execute();
}

/**
 * Leases the document that was queued last, because its notary is waiting for it; no lock is held while it is drawn. A `next_at` far ahead
 * does not mean that the clock jumped back, because the demo queues thousands at increasing times; so `isFree` is not used.
 */
export async function takeWaiting(db: Database): Promise<string | null> {
  const { rows } = await sql<{ document_id: string }>`
    update notarial_document_waiting w set next_at = ${leaseEnd(turnSeconds)}
      from (select document_id from notarial_document_waiting where ${hasEnded(sql`next_at`)} order by next_at desc
        limit 1 for update skip locked) due
     where w.document_id = due.document_id returning w.document_id`.execute(db);
  return rows[0]?.document_id ?? null;
}

/**
 * Removes a document from the queue; the caller then issues it. @returns false if another server has taken over the lease and issued it.
 */
export async function endWaiting(tx: Tx, id: string): Promise<boolean> {
  const turn = await tx.deleteFrom('notarial_document_waiting').where('document_id', '=', id).returning('document_id').executeTakeFirst();
  return turn !== undefined;
}

export async function insertDocumentFile(tx: Tx, file: Insertable<Tables['notarial_document_file']>): Promise<void> {
  await tx.insertInto('notarial_document_file').values(file).execute();
}

/** The content of a document, and which of its files exist already. */
export async function findDocument(db: Database, id: string) {
  const document = await db
    .selectFrom('notarial_document')
    .innerJoin('notarization_order', 'notarization_order.id', 'order_id')
    .select(['order_id', 'order_no', 'user_id', 'number', 'notary', 'passed_at', 'applicant', 'created_at'])
    .where('notarial_document.id', '=', id)
    .executeTakeFirstOrThrow();
  const [evidence, issued] = await Promise.all([
    evidenceOf(db, document.order_id),
    db.selectFrom('notarial_document_file').select('is_masked').where('document_id', '=', id).execute(),
  ]);
  return { ...document, evidence, issued };
}

/** The file of an application's document; undefined until it is issued. */
export function findFile(db: Database, orderId: string, isMasked: boolean) {
  return db
    .selectFrom('notarial_document')
    .innerJoin('notarial_document_file', 'document_id', 'notarial_document.id')
    .select(['number', 'sha256', 'is_masked'])
    .where('order_id', '=', orderId)
    .where('is_masked', '=', isMasked)
    .executeTakeFirst();
}

/** Number of the office's practising licence that was valid on the day of an instant; undefined if none was recorded. */
export async function licenceAt(db: Database, at: Date): Promise<string | undefined> {
  const day = formatDay(at);
  const licence = await db
    .selectFrom('office_credential')
    .select('number')
    .where('kind', '=', 'licence')
    .where(sql<boolean>`valid_from <= ${day}::date and (valid_until is null or valid_until >= ${day}::date)`)
    .where(sql<boolean>`(withdrawn_at is null or withdrawn_at > ${at})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return licence?.number;
}

/** All evidence that a document covers, with the fields that it prints. */
function evidenceOf(db: Database, orderId: string) {
  return db
    .selectFrom('notarization_evidence')
    .innerJoin('evidence', 'evidence.id', 'notarization_evidence.evidence_id')
    .innerJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['number', 'title', 'kind', 'saved_at', 'evidence.file_name', 'sha256'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

/** Much longer than drawing takes. A failed document is retried after this time. */
const turnSeconds = 60;
