import type { Readable } from 'node:stream';
import type { Database, Tx } from '../db/database.ts';
import { joinPieces } from '../storage/pieces.ts';
import type { UploadStages } from '../storage/stages.ts';
import { StorageError, type ObjectStore } from '../storage/store.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { endRecording, isOpen, type Recording } from './recording.ts';

export interface Piece {
  /** Where the client believes the upload to stand. */
  readonly offset: number;
  /** Of the whole, where the client says it now. */
  readonly sizeBytes: number | null;
  /** Read to its end, or left where it failed; never destroyed. */
  readonly body: Readable;
  /** Of the piece, as signed. */
  readonly sha256: string;
}

export type UploadFaultKind = 'offset' | 'closed' | 'size' | 'too_large' | 'hash' | 'pieces' | 'revoked';
/** Why a piece does not count. */
export class UploadFault extends Error {
  override name = 'UploadFault';

  constructor(readonly kind: UploadFaultKind) {
    super(kind);
  }
}

/**
 * Takes the next piece of a recording in. When this resolves the piece is on stable storage and counts; before, nothing of it does: a piece
 * that breaks off, or has another hash than the signed one, leaves the upload where it was. Of two that come at once for one place, one
 * counts.
 * One that has no bytes at all ends as failed.
 * @returns the upload's place and size now. @throws UploadFault
 */
export async function takePiece(
  db: Database,
  stages: UploadStages,
  recording: Recording,
  piece: Piece,
  maxBytes: number,
  actor: Actor,
): Promise<{ offset: number; sizeBytes: number | null }> {
  if (!isOpen(recording.status)) throw new UploadFault('closed');
  const sizeBytes = sizeOf(recording, piece.sizeBytes, maxBytes);
  if (piece.offset !== Number(recording.offset_bytes)) throw new UploadFault('offset');
  const room = (sizeBytes ?? maxBytes) - piece.offset;
  const stage = await stages.open(recording.number);
  const body = piece.body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const kept = await stage
    .put(sizeBytes === null ? noticed(db, recording, body) : body, { maxBytes: room, expectedSha256: piece.sha256 })
    .catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error;
      throw new UploadFault(error.kind === 'too_large' ? 'too_large' : 'hash');
    });
  return db
    .transaction()
    .execute((tx) => count(tx, recording, { start: piece.offset, sizeBytes: kept.sizeBytes, sha256: kept.sha256 }, sizeBytes, actor));
}

/** @throws UploadFault where the size is another than was said before, or out of bounds. */
function sizeOf({ size_bytes, offset_bytes }: Recording, said: number | null, maxBytes: number): number | null {
  const known = size_bytes === null ? null : Number(size_bytes);
  if (said === null) return known;
  if (said > maxBytes) throw new UploadFault('too_large');
  if ((known !== null && known !== said) || said < Number(offset_bytes)) throw new UploadFault('size');
  return said;
}

/**
 * An upload whose length nobody told is taken for whole when it rests (decision 0014): it does not while bytes of it come or are looked at,
 * however long that takes.
 */
export async function* noticed(db: Database, { id }: Recording, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let noticedMs = 0;
  for await (const chunk of body) {
    if (Date.now() - noticedMs >= noticeMs) {
      noticedMs = Date.now();
      await db.updateTable('recording').set({ touched_at: new Date() }).where('id', '=', id).execute();
    }
    yield chunk;
  }
}

const noticeMs = 10_000;

interface KeptPiece {
  readonly start: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

async function count(
  tx: Tx,
  recording: Recording,
  piece: KeptPiece,
  saidSize: number | null,
  actor: Actor,
): Promise<{ offset: number; sizeBytes: number | null }> {
  const { id, number, sha256: whole } = recording;
  if (!(await mayGoOn(tx, actor))) throw new UploadFault('revoked');
  const now = await tx
    .selectFrom('recording')
    .select(['status', 'offset_bytes', 'size_bytes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!isOpen(now.status)) throw new UploadFault('closed');
  if (Number(now.offset_bytes) !== piece.start) throw new UploadFault('offset');
  const offset = piece.start + piece.sizeBytes;
  const knownSize = now.size_bytes === null ? saidSize : Number(now.size_bytes);
  if (saidSize !== null && saidSize !== knownSize) throw new UploadFault('size');
  // It was taken for whole while this piece was on its way.
  if (knownSize !== null && offset > knownSize) throw new UploadFault('closed');
  // Of all at once nobody need look whether this is all: the hash tells.
  const isWhole = piece.start === 0 && piece.sha256 === whole;
  const sizeBytes = knownSize ?? (isWhole ? offset : null);
  if (sizeBytes === 0) {
    await endRecording(tx, recording, 'failed', '文件为空', actor);
    return { offset, sizeBytes };
  }
  if (piece.sizeBytes > 0) {
    const { n } = await tx
      .selectFrom('recording_piece')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('recording_id', '=', id)
      .executeTakeFirstOrThrow();
    if (Number(n) >= mostPieces) throw new UploadFault('pieces');
    await tx
      .insertInto('recording_piece')
      .values({ recording_id: id, start_byte: String(piece.start), size_bytes: String(piece.sizeBytes), sha256: piece.sha256 })
      .execute();
  }
  const values = {
    status: 'uploading' as const,
    offset_bytes: String(offset),
    size_bytes: sizeBytes === null ? null : String(sizeBytes),
    touched_at: new Date(),
  };
  await tx.updateTable('recording').set(values).where('id', '=', id).execute();
  if (now.status !== 'uploading') {
    await recordTrail(tx, actor, {
      action: '开始上传',
      object: `recording/${number}`,
      before: { status: now.status },
      after: { status: 'uploading' },
    });
  }
  return { offset, sizeBytes };
}

/** The client's credentials may have ended while its piece came in. */
async function mayGoOn(tx: Tx, { kind, id }: Actor): Promise<boolean> {
  if (kind !== 'client') return true;
  return (
    (await tx.selectFrom('credential').select('app_id').where('app_id', '=', id).where('status', '=', 'enabled').executeTakeFirst()) !==
    undefined
  );
}

/** Ten thousand of a megabyte make the largest file; more are made to fill the table. */
const mostPieces = 10_000;

/** What has come in, as one file. @throws StorageError `missing` when another one has thrown it away. */
export async function openPieces(db: Database, stage: ObjectStore, recording: Recording) {
  const rows = await db.selectFrom('recording_piece').selectAll().where('recording_id', '=', recording.id).orderBy('start_byte').execute();
  return joinPieces(
    stage,
    rows.map(({ start_byte, size_bytes, sha256 }) => ({ start: Number(start_byte), sizeBytes: Number(size_bytes), sha256 })),
  );
}
