import type { Database, Tx } from '../../platform/db/database.ts';
import { assertMayGoOn, chunkFault, maxChunks, UploadFault, type UploadChunk, type UploadPlace } from '../../open/signed/tus.ts';
import { addChunk, joinChunks, listChunks, takeChunk, type StoredChunk } from '../../platform/storage/chunked-upload.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { mostOpeningBytes, openingBytes, UnsupportedType, watchOpening, type TypeWords } from './opening.ts';
import { endRecording, isOpen } from './recording.ts';
import {
  changeRecording,
  countChunks,
  lockRecording,
  lockUploads,
  openBytes,
  recordingChunks,
  touchRecording,
  type Recording,
} from './store.ts';

/**
 * Stores the next chunk of a recording. When this resolves, the chunk is durable and counts; before that, nothing of it does. A chunk that
 * breaks off, or differs from its signed hash, leaves the upload as it was. Of two concurrent chunks for one offset only one counts. An
 * empty file ends the recording as failed, and so does the chunk with which the file shows that it is none; nothing of that is kept.
 * @returns the upload's new offset and size. @throws UploadFault
 */
export async function takeRecordingChunk(
  db: Database,
  stages: StagingAreas,
  recording: Recording,
  chunk: UploadChunk,
  { maxBytes, quotaBytes }: UploadLimits,
  actor: Actor,
): Promise<UploadPlace> {
  if (!isOpen(recording.status)) throw new UploadFault('closed');
  const sizeBytes = sizeOf(recording, chunk.sizeBytes, maxBytes);
  if (chunk.offset !== Number(recording.offset_bytes)) throw new UploadFault('offset');
  const room = (sizeBytes ?? maxBytes) - chunk.offset;
  if ((chunk.declaredBytes ?? 0) > room) throw new UploadFault('too_large');
  // Before any of it is read; again when it counts, because other chunks of the user may come in meanwhile.
  const added = sizeBytes ?? chunk.offset + (chunk.declaredBytes ?? 0);
  if ((await openBytes(db, recording)) + added > quotaBytes) throw new UploadFault('quota');
  const stage = await stages.open(recording.number);
  const arriving = sizeBytes === null ? noticed(db, recording, chunk.body) : chunk.body;
  const received = await receivedOpening(db, stage, recording, chunk.offset);
  const opening = received && watchOpening(arriving, chunk.declaredBytes, received);
  const incoming = { start: chunk.offset, bytes: opening?.bytes ?? arriving, sha256: chunk.sha256, maxBytes: room };
  const end = (tx: Tx, { reason }: TypeWords): Promise<boolean> => endRecording(tx, recording, 'failed', reason, actor);
  const faultAt = (now: UploadPlace | null) => opening?.fault(now !== null && now.offset === now.sizeBytes) ?? null;
  const place = await takeChunk(db, stage, incoming, async (tx, staged) => {
    const now = await count(tx, recording, staged, { sizeBytes, quotaBytes }, actor);
    const fault = faultAt(now);
    if (fault) await end(tx, fault);
    return now;
  }).catch(async (error: unknown) => {
    const fault = error instanceof UnsupportedType ? faultAt(null) : null;
    if (fault) await db.transaction().execute((tx) => end(tx, fault));
    if (!fault) throw chunkFault(error);
    return null;
  });
  const fault = faultAt(place);
  if (place && !fault) return place;
  await stages.discard(recording.number);
  throw new UploadFault('type', fault?.message);
}

/** What has been received of a file's opening before `offset`; null if that is all of it. */
async function receivedOpening(db: Database, stage: ObjectStore, recording: Recording, offset: number): Promise<Uint8Array | null> {
  if (offset === 0) return new Uint8Array();
  if (offset >= mostOpeningBytes) return null;
  try {
    const received = await (await openChunks(db, stage, recording)).read(0, offset);
    return offset < openingBytes(received) ? received : null;
  } catch (error) {
    throw chunkFault(error);
  }
}

export interface UploadLimits {
  readonly maxBytes: number;
  /** What the uploads of a user may have together before they are evidence. */
  readonly quotaBytes: number;
}

/** @throws UploadFault if the size differs from the one declared before, or is out of bounds. */
function sizeOf({ size_bytes, offset_bytes }: Recording, said: number | null, maxBytes: number): number | null {
  const known = size_bytes === null ? null : Number(size_bytes);
  if (said === null) return known;
  if (said > maxBytes) throw new UploadFault('too_large');
  if ((known !== null && known !== said) || said < Number(offset_bytes)) throw new UploadFault('size');
  return said;
}

/**
 * An upload of unknown length counts as complete when it is inactive (decision 0014). It is kept active while its bytes arrive or are
 * processed, however long that takes.
 */
export async function* noticed(db: Database, { id }: Recording, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let noticedMs = 0;
  for await (const chunk of body) {
    if (Date.now() - noticedMs >= noticeMs) {
      noticedMs = Date.now();
      await touchRecording(db, id);
    }
    yield chunk;
  }
}

const noticeMs = 10_000;

async function count(
  tx: Tx,
  recording: Recording,
  chunk: StoredChunk,
  { sizeBytes: saidSize, quotaBytes }: { readonly sizeBytes: number | null; readonly quotaBytes: number },
  actor: Actor,
): Promise<UploadPlace> {
  const { id, number, sha256: whole } = recording;
  await assertMayGoOn(tx, actor);
  const now = await lockRecording(tx, id);
  if (!isOpen(now.status)) throw new UploadFault('closed');
  if (Number(now.offset_bytes) !== chunk.start) throw new UploadFault('offset');
  const offset = chunk.start + chunk.sizeBytes;
  const knownSize = now.size_bytes === null ? saidSize : Number(now.size_bytes);
  if (saidSize !== null && saidSize !== knownSize) throw new UploadFault('size');
  // The upload was taken as complete while this chunk was on its way.
  if (knownSize !== null && offset > knownSize) throw new UploadFault('closed');
  // If everything came in one chunk, its hash tells whether it is the whole file; no further check is needed.
  const isWhole = chunk.start === 0 && chunk.sha256 === whole;
  const sizeBytes = knownSize ?? (isWhole ? offset : null);
  if (sizeBytes === 0) {
    await endRecording(tx, recording, 'failed', '文件为空', actor);
    return { offset, sizeBytes };
  }
  if (chunk.sizeBytes > 0) {
    await lockUploads(tx, recording.user_id);
    if ((await openBytes(tx, recording)) + (sizeBytes ?? offset) > quotaBytes) throw new UploadFault('quota');
    if ((await countChunks(tx, id)) >= maxChunks) throw new UploadFault('pieces');
    await addChunk(tx, recordingChunks, id, chunk);
  }
  await changeRecording(tx, id, {
    status: 'uploading',
    offset_bytes: String(offset),
    size_bytes: sizeBytes === null ? null : String(sizeBytes),
    touched_at: new Date(),
  });
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

/** The received chunks as one file. @throws StorageError `missing` if a concurrent call has discarded one. */
export async function openChunks(db: Database, stage: ObjectStore, { id }: Recording) {
  return joinChunks(stage, await listChunks(db, recordingChunks, id));
}
