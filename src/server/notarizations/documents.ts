import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { evidenceKindLabel } from '../../domain/codes/evidence.ts';
import { encodeDocumentManifest } from '../../domain/custody/document-manifest.ts';
import type { Config } from '../config.ts';
import { appendEntry } from '../custody/append.ts';
import { drawNotarial } from '../custody/drawing/aside.ts';
import type { OfficeIdentity } from '../custody/office-certificate.ts';
import { openOffice } from '../custody/package/office.ts';
import { signAsOffice } from '../custody/sign-as-office.ts';
import type { TimestampAuthority } from '../custody/timestamp.ts';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../storage/store.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { evidenceOfDocument } from './application-store.ts';

export interface DocumentParts {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<Config, 'office'>;
  /** Null where none is configured. */
  readonly authority: TimestampAuthority | null;
}

/**
 * Makes the documents whose applications have passed: each is drawn, signed, durable under its hash, and then, in one transaction, listed, handed to the
 * log and out of the line. Whatever ends it before leaves the document in line. One that fails waits a minute and holds up no other.
 * @throws the first failure, once all others are made.
 */
export async function makeDocuments(parts: DocumentParts, stopping?: AbortSignal): Promise<void> {
  let failure: unknown;
  const next = async (): Promise<string | null> => (stopping?.aborted ? null : takeTurn(parts.db));
  const makeAll = async (): Promise<void> => {
    for (let id = await next(); id !== null; id = await next()) {
      await makeDocument(parts, id).catch((error: unknown) => {
        failure ??= error;
      });
    }
  };
  // While one waits for its timestamp or for the disk, another is drawn.
  await Promise.all([makeAll(), makeAll()]);
  if (failure !== undefined) throw failure;
}

/** The document that was asked for last, for whose notary is waiting before the screen, kept from other servers for a minute: nobody holds a lock while it is drawn. */
async function takeTurn(db: Database): Promise<string | null> {
  const { rows } = await sql<{ document_id: string }>`
    update notarial_document_waiting w set next_at = clock_timestamp() + interval '1 minute'
      from (select document_id from notarial_document_waiting where next_at <= clock_timestamp() order by next_at desc limit 1 for update skip locked) due
     where w.document_id = due.document_id returning w.document_id`.execute(db);
  return rows[0]?.document_id ?? null;
}

async function makeDocument({ db, store, config, authority }: DocumentParts, id: string): Promise<void> {
  const document = await db
    .selectFrom('notarial_document')
    .innerJoin('notarization_order', 'notarization_order.id', 'order_id')
    .select(['order_id', 'number', 'notary', 'passed_at', 'applicant', 'created_at'])
    .where('notarial_document.id', '=', id)
    .executeTakeFirstOrThrow();
  const { order_id: orderId, number, notary, passed_at: passedAt, applicant, created_at: appliedAt } = document;
  const evidence = await evidenceOfDocument(db, orderId);
  const unsigned = await drawNotarial({
    number,
    officeName: config.office.name,
    applicant,
    appliedAt,
    passedAt,
    notary,
    evidence: evidence.map((piece) => ({ number: piece.number, title: piece.title, kind: evidenceKindLabel(piece.kind), fileName: piece.file_name, savedAt: piece.saved_at, sha256: piece.sha256 })),
  });
  const issuedAt = new Date();
  const office: OfficeIdentity = await openOffice(db, config);
  const { pdf, level } = await signAsOffice(unsigned, { office, name: config.office.name, reason: `出具${number}`, at: issuedAt }, authority);
  const { sha256, sizeBytes } = await store.put(Readable.from([pdf]), { maxBytes: pdf.length });
  const sm3 = createHash('sm3').update(pdf).digest('hex');
  await db.transaction().execute(async (tx) => {
    // Whoever takes the row out of the line issues the document; another server that took its turn over finds it gone.
    const turn = await tx.deleteFrom('notarial_document_waiting').where('document_id', '=', id).returning('document_id').executeTakeFirst();
    if (!turn) return;
    const entry = encodeDocumentManifest({ type: 'notarial-document', version: 1, number, sha256, sm3, sizeBytes, issuedAt: issuedAt.toISOString() });
    const log_entry = await appendEntry(tx, entry);
    await tx.insertInto('notarial_document_file').values({ document_id: id, sha256, sm3, size_bytes: String(sizeBytes), level, issued_at: issuedAt, log_entry }).execute();
    await recordTrail(tx, theOffice, { action: '出具公证书', object: `application/${orderId}`, after: { document: number, sha256, sizeBytes, level } });
  });
}

const theOffice: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };
