import { sql, type Insertable } from 'kysely';
import { isMainFile } from '../../custody/evidence/evidence-files.ts';
import type { Database, Tx } from '../../db/database.ts';
import { hasEnded, leaseEnd } from '../../db/lease.ts';
import type { Tables } from '../../db/tables.ts';

// What locks or changes notarial documents, their numbers, and the line of those whose files are to be made.
//
// Order of locks: the year, by whoever passes an application and has it locked already; the document's place in the line, by whoever makes
// its files. Nobody holds both.

/** The next number of a year, without gaps: others wait for the year's row, and a transaction that fails gives its number back. */
export async function takeSerial(tx: Tx, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('notarial_series')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`notarial_series.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Writes a document down, and puts it in line to be made. */
export async function insertDocument(tx: Tx, document: Insertable<Tables['notarial_document']>): Promise<void> {
  const { id } = await tx.insertInto('notarial_document').values(document).returning('id').executeTakeFirstOrThrow();
  await tx.insertInto('notarial_document_waiting').values({ document_id: id }).execute();
}

/**
 * The document that was asked for last, for whose notary is waiting before the screen, kept from other servers by a lease: nobody holds a
 * lock while it is drawn. How far ahead one stands tells nothing of the clock: the demo puts thousands in line, one after the other.
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
 * Takes a document out of the line; whoever does issues it. @returns false where another server, which took its turn over, has done so.
 */
export async function endWaiting(tx: Tx, id: string): Promise<boolean> {
  const turn = await tx.deleteFrom('notarial_document_waiting').where('document_id', '=', id).returning('document_id').executeTakeFirst();
  return turn !== undefined;
}

export async function insertDocumentFile(tx: Tx, file: Insertable<Tables['notarial_document_file']>): Promise<void> {
  await tx.insertInto('notarial_document_file').values(file).execute();
}

/** What a document is made of, and which of its files there are already. */
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

/** What a document says of the evidence that it covers, all of it. */
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

/** Far longer than the drawing takes; one that fails waits as long. */
const turnSeconds = 60;
