import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { evidenceKindLabel } from '../../../../domain/business/codes/evidence.ts';
import { progress } from '../../../../domain/business/codes/notarizations.ts';
import { encodeDocumentManifest } from '../../../../domain/proof/evidence/document-manifest.ts';
import { maskIdCard } from '../../../../domain/kit/text/masking.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import { appendEntry } from '../../../custody/log/append.ts';
import { drawNotarial } from '../../../custody/drawing/drawing-pool.ts';
import type { NotarialContent } from '../../../custody/documents/notarial-pdf.ts';
import type { OfficeSigner, SigningIdentity } from '../../../custody/identity/signing-identity.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../desk/events/emit.ts';
import type { ObjectStore } from '../../../platform/storage/store.ts';
import { recordTrail, type Actor } from '../../../desk/trail/trail.ts';
import { endWaiting, findDocument, insertDocumentFile, licenceAt, takeWaiting } from './document-store.ts';

export interface DocumentDeps {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<Config, 'office'>;
  readonly signer: OfficeSigner;
  /** Address of the open verification page, with `{number}` for an evidence's number. */
  readonly verifyUrl: string;
}

/**
 * Makes the documents of passed applications. Each is drawn, signed and stored, in full and with the applicant's number masked; then one
 * transaction lists it, appends it to the log and removes it from the queue. An error before that leaves it in the queue. A failed document
 * is retried after a minute and does not block others.
 * @throws the first failure, once all others are made.
 */
export async function makeDocuments(parts: DocumentDeps, stopping?: AbortSignal): Promise<void> {
  let failure: unknown;
  const next = async (): Promise<string | null> => (stopping?.aborted ? null : takeWaiting(parts.db));
  const makeAll = async (): Promise<void> => {
    for (let id = await next(); id !== null; id = await next()) {
      await makeDocument(parts, id).catch((error: unknown) => {
        failure ??= error;
      });
    }
  };
  // Two run in parallel: while one waits for a timestamp or the disk, the other is drawn.
  await Promise.all([makeAll(), makeAll()]);
  if (failure !== undefined) throw failure;
}

/** Makes the files that are not issued yet: normally both; only the masked one if an earlier release issued the full one. */
async function makeDocument(parts: DocumentDeps, id: string): Promise<void> {
  const { db, config } = parts;
  const document = await findDocument(db, id);
  const { number, notary, passed_at: passedAt, applicant, created_at: appliedAt, evidence, issued } = document;
  const licence = await licenceAt(db, passedAt);
  const content: NotarialContent = {
    number,
    officeName: config.office.name,
    ...(config.office.sandboxNotice === null ? {} : { sandboxNotice: config.office.sandboxNotice }),
    applicant,
    appliedAt,
    passedAt,
    notary,
    ...(licence !== undefined && { licence }),
    verifyUrl: pageOf(parts.verifyUrl),
    evidence: evidence.map((piece) => ({
      number: piece.number,
      title: piece.title,
      kind: evidenceKindLabel(piece.kind),
      fileName: piece.file_name,
      savedAt: piece.saved_at,
      sha256: piece.sha256,
    })),
  };
  const missing = [false, true].filter((isMasked) => !issued.some((file) => file.is_masked === isMasked));
  const made: MadeFile[] = [];
  const identity = await parts.signer.openIdentity(document.user_id);
  for (const isMasked of missing)
    made.push(await makeFile(parts.store, identity, document.user_id, isMasked ? masked(content) : content, isMasked));
  await db.transaction().execute(async (tx) => {
    if (!(await endWaiting(tx, id))) return;
    for (const file of made) await issue(tx, id, document, file);
  });
}

interface MadeFile {
  readonly isMasked: boolean;
  readonly sha256: string;
  readonly sm3: string;
  readonly sizeBytes: number;
  readonly level: 'B-B' | 'B-T';
  readonly issuedAt: Date;
}

/** Draws and signs a file, and stores it under its hash. */
async function makeFile(
  store: ObjectStore,
  identity: SigningIdentity,
  turn: string,
  content: NotarialContent,
  isMasked: boolean,
): Promise<MadeFile> {
  const unsigned = await drawNotarial(turn, content);
  const issuedAt = new Date();
  const signing = { name: content.officeName, reason: `出具${content.number}`, at: issuedAt };
  const { pdf, level } = await identity.signDocument(unsigned, signing);
  const { sha256, sizeBytes } = await store.put(Readable.from([pdf]), { maxBytes: pdf.length });
  return { isMasked, sha256, sm3: createHash('sm3').update(pdf).digest('hex'), sizeBytes, level, issuedAt };
}

/** Lists a file, appends it to the log and writes the trail. The event reports the full file only. */
async function issue(
  tx: Tx,
  id: string,
  { order_id: orderId, order_no, user_id, number }: { order_id: string; order_no: string; user_id: string; number: string },
  { isMasked, sha256, sm3, sizeBytes, level, issuedAt }: MadeFile,
): Promise<void> {
  const entry = encodeDocumentManifest({
    type: 'notarial-document',
    version: 1,
    number,
    sha256,
    sm3,
    sizeBytes,
    issuedAt: issuedAt.toISOString(),
    ...(isMasked && { rendition: 'masked' }),
  });
  const log_entry = await appendEntry(tx, entry);
  await insertDocumentFile(tx, {
    document_id: id,
    is_masked: isMasked,
    sha256,
    sm3,
    size_bytes: String(sizeBytes),
    level,
    issued_at: issuedAt,
    log_entry,
  });
  await recordTrail(tx, theOffice, {
    action: isMasked ? '出具公证书遮盖件' : '出具公证书',
    object: `application/${orderId}`,
    after: { document: number, sha256, sizeBytes, level },
  });
  if (!isMasked) {
    const data = { user_id, orderId, order_no, progress: progress.code('succeeded'), sha256 };
    await emit(tx, { type: 'document.issued', data });
  }
}

/**
 * The content for readers who may not see the applicant's number. It says that it is masked, so that it is not mistaken for the full one.
 */
function masked(content: NotarialContent): NotarialContent {
  return { ...content, applicant: { ...content.applicant, idcard: `${maskIdCard(content.applicant.idcard)}（本件隐去部分号码）` } };
}

/** The page takes the document's file; its numbers are those of evidence. */
function pageOf(verifyUrl: string): string {
  const { origin, pathname } = new URL(verifyUrl);
  return `${origin}${pathname}`;
}

const theOffice: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };
