import type { FastifyInstance } from 'fastify';
import { evidenceUploadPath } from '../../../../contract/open/evidence-uploads.ts';
import { limits } from '../../../../domain/business/codes/limits.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import type { SignedRequests } from '../../../open/signed/mount.ts';
import { conflict, IntakeRefusal } from '../../../open/signed/refusal.ts';
import type { RoomCheck } from '../../../open/signed/disk-reserve.ts';
import { assertMayGoOn, chunkFault, maxChunks, tusOptions, tusRoutes, UploadFault, type UploadChunk } from '../../../open/signed/tus.ts';
import { takeChunk, type StoredChunk } from '../../../platform/storage/chunked-upload.ts';
import { newStagingName, type StagingAreas } from '../../../platform/storage/staging-areas.ts';
import type { Actor } from '../../../desk/trail/trail.ts';
import { pointsShort } from '../../users/evidence-owner.ts';
import type { AheadFiles } from './ahead.ts';
import {
  appendChunk,
  countChunks,
  findUpload,
  holdForUpload,
  insertUpload,
  lockOpenUploads,
  lockUpload,
  type EvidenceUpload,
} from './store.ts';

/** A separate area, so that the clean-up of recordings does not see evidence uploads. */
export function evidenceStages(stages: StagingAreas): StagingAreas {
  return stages.within('evidence');
}

export interface OpenedUpload {
  readonly appId: string;
  readonly userId: string;
  readonly sizeBytes: number;
}

/**
 * Opens an upload, in the caller's transaction. Its price is held, and the number and the size of a user's open uploads are limited.
 * @throws IntakeRefusal 413, 409, 402
 */
export async function openUpload(
  tx: Tx,
  { appId, userId, sizeBytes }: OpenedUpload,
  { evidenceMaxBytes, uploadQuotaBytes, prices }: Pick<Config, 'evidenceMaxBytes' | 'uploadQuotaBytes' | 'prices'>,
) {
  if (sizeBytes > evidenceMaxBytes) throw new IntakeRefusal(413, 'too_large', `size: is more than ${evidenceMaxBytes} bytes`);
  const open = await lockOpenUploads(tx, userId);
  if (open.count >= limits.evidenceUploadsPerUser)
    throw conflict(`a user has at most ${limits.evidenceUploadsPerUser} uploads that have not become evidence`);
  if (open.bytes + sizeBytes > uploadQuotaBytes)
    throw conflict(`the uploads of a user that have not become evidence have at most ${uploadQuotaBytes} bytes together`);
  const number = newStagingName();
  const id = await insertUpload(tx, { number, user_id: userId, size_bytes: String(sizeBytes) });
  const price = prices.evidence;
  if (price > 0 && !(await holdForUpload(tx, { id, number, userId, appId }, price))) throw pointsShort(price);
  return { upload_id: number, upload_url: evidenceUploadPath(number) };
}

/**
 * @throws IntakeRefusal 404, or 403 if it belongs to another enterprise. @param asker the calling enterprise; null for a platform client.
 */
export async function ownUpload(db: Database, number: string, asker: string | null): Promise<EvidenceUpload> {
  const found = /^[0-9A-F]{32}$/.test(number) ? await findUpload(db, number) : undefined;
  if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such upload');
  if (asker !== null && asker !== found.user_id) throw new IntakeRefusal(403, 'forbidden', 'an enterprise may use its own uploads only');
  return found;
}

export interface UploadDeps {
  readonly db: Database;
  readonly stages: StagingAreas;
}
export interface TakingDeps extends UploadDeps {
  readonly ahead: Pick<AheadFiles, 'grown'>;
  readonly room: RoomCheck;
}

/** HEAD and PATCH of tus on the resource that POST /evidence/uploads created. */
export function evidenceUploadRoutes(app: FastifyInstance, signatureOf: SignedRequests, { db, stages, ahead, room }: TakingDeps): void {
  tusRoutes(app, signatureOf, {
    url: evidenceUploadPath(':number'),
    closed: usedUp,
    room,
    async stand(number, client) {
      const { offset_bytes, size_bytes } = await ownUpload(db, number, client.userId);
      return { offset: Number(offset_bytes), sizeBytes: Number(size_bytes) };
    },
    async take(number, chunk, client, actor) {
      const upload = await ownUpload(db, number, client.userId);
      const now = await takeUploadChunk({ db, stages }, upload, chunk, actor);
      ahead.grown(upload, now);
      return now;
    },
  });
}

export function evidenceUploadOptions(app: FastifyInstance, maxBytes: number): void {
  tusOptions(app, evidenceUploadPath(':number'), maxBytes);
}

export const usedUp = 'the upload has become evidence';

/** Stores the next chunk entirely or not at all. Of two concurrent chunks for one offset only one counts. @throws UploadFault */
async function takeUploadChunk({ db, stages }: UploadDeps, upload: EvidenceUpload, chunk: UploadChunk, actor: Actor): Promise<number> {
  const [size, offset] = [Number(upload.size_bytes), Number(upload.offset_bytes)];
  if (upload.sha256 !== null) throw new UploadFault('closed');
  if (chunk.sizeBytes !== null && chunk.sizeBytes !== size) throw new UploadFault('size');
  if (chunk.offset !== offset) throw new UploadFault('offset');
  if ((chunk.declaredBytes ?? 0) > size - offset) throw new UploadFault('too_large');
  const incoming = { start: offset, bytes: chunk.body, sha256: chunk.sha256, maxBytes: size - offset };
  const stage = await stages.open(upload.number);
  return takeChunk(db, stage, incoming, (tx, stored) => count(tx, upload.id, stored, actor)).catch((error: unknown) =>
    Promise.reject(chunkFault(error)),
  );
}

async function count(tx: Tx, id: string, chunk: StoredChunk, actor: Actor): Promise<number> {
  await assertMayGoOn(tx, actor);
  const now = await lockUpload(tx, id);
  if (now?.sha256 !== null) throw new UploadFault('closed');
  if (Number(now.offset_bytes) !== chunk.start) throw new UploadFault('offset');
  if (chunk.sizeBytes === 0) return chunk.start;
  if ((await countChunks(tx, id)) >= maxChunks) throw new UploadFault('pieces');
  await appendChunk(tx, id, chunk);
  return chunk.start + chunk.sizeBytes;
}
