import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import type { Database } from '../../platform/db/database.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { listChunks, takeChunk, type StoredChunk } from '../../platform/storage/chunked-upload.ts';
import { leastJoinedBytes } from '../../platform/storage/put-staged.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import { StorageError } from '../../platform/storage/store.ts';
import type { PassingHashes } from './passing-hash.ts';
import { asRefusal, assertPackageName, zipsOnly } from './package-check.ts';
import { countChunk, deleteOldest, packageChunks, type Upload } from './upload-store.ts';
import { findUpload, registerUpload, reopenUpload } from './uploads.ts';

/** Where packages come in. */
export interface PackageUploads {
  readonly db: Database;
  readonly stages: StagingAreas;
  readonly passing: PassingHashes;
}

export interface BegunPackage {
  readonly reference: string;
  /** The chunks that already count, in byte order. */
  readonly chunks: readonly StoredChunk[];
}

/**
 * Begins a chunked upload, or resumes the one that this account began for a file of that name and size; `isAnew` abandons that one.
 * @throws Refusal if the name is not a package's, or the size exceeds the limit, before a byte is sent.
 */
export async function beginPackage(
  db: Database,
  file: { readonly name: string; readonly sizeBytes: number; readonly isAnew: boolean },
  maxBytes: number,
  accountId: string,
): Promise<BegunPackage> {
  const fileName = safeFileName(file.name);
  assertPackageName(fileName);
  if (file.sizeBytes > maxBytes) throw tooLarge(file.sizeBytes, maxBytes);
  const known = file.isAnew ? null : await reopenUpload(db, accountId, fileName, file.sizeBytes);
  if (known) return { reference: known.reference, chunks: await listChunks(db, packageChunks, known.upload.id) };
  await deleteOldest(db, accountId, openUploadsMax - 1);
  const { reference } = await registerUpload(db, accountId, fileName, file.sizeBytes);
  return { reference, chunks: [] };
}

export interface GivenChunk {
  readonly reference: string;
  /** The upload's position according to the sender, in bytes. */
  readonly offset: number;
  /** Hash of the chunk, as the sender computed it. */
  readonly sha256: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Stores the next chunk. When this resolves, the chunk is durable and counts; before that, nothing of it does. A chunk that already counts
 * is accepted again, because its response may have been lost.
 * @returns the upload's new position, in bytes.
 * @throws Refusal if the upload is not this account's or has ended, the chunk is not part of a package, or its offset is wrong.
 */
export async function takePackageChunk({ db, stages, passing }: PackageUploads, chunk: GivenChunk, accountId: string): Promise<number> {
  const upload = await findUpload(db, chunk.reference, accountId);
  const [offset, sizeBytes] = [Number(upload.offset_bytes), Number(upload.size_bytes)];
  if (chunk.offset !== offset) return knownEnd(db, upload, chunk);
  const room = Math.min(chunkBytes, sizeBytes - offset);
  const stage = await stages.open(upload.stage);
  const followed = passing.follow(upload.id, offset, offset === 0 ? zipsOnly(chunk.bytes) : chunk.bytes);
  const { bytes } = followed;
  const counted = await takeChunk(db, stage, { start: offset, bytes, sha256: chunk.sha256, maxBytes: room }, async (tx, staged) => {
    // All chunks have the same size, that of this release or of 1.0.0. A shorter one is truncated, unless it is the last.
    if (staged.sizeBytes !== room && staged.sizeBytes !== earlierChunkBytes) throw broken();
    return (await countChunk(tx, upload.id, staged)) ? staged : null;
  }).catch((error: unknown) => {
    throw error instanceof StorageError ? broken() : asRefusal(error);
  });
  if (!counted) return knownEnd(db, upload, chunk);
  followed.keep();
  return offset + counted.sizeBytes;
}

/**
 * Size of every chunk but the last, in bytes: seconds on a slow line, so that an interruption loses little, and at least what a storage
 * can join by itself.
 */
export const chunkBytes = leastJoinedBytes;
/** Chunk size of release 1.0.0: an upload that began at one of its servers continues here. */
const earlierChunkBytes = 4_194_304;

/**
 * The upload's position, for a chunk that already counts, even if its connection broke while the server was receiving it. @throws Refusal
 * if the chunk does not count.
 */
async function knownEnd(db: Database, upload: Upload, { offset, sha256 }: GivenChunk): Promise<number> {
  const chunks = await listChunks(db, packageChunks, upload.id);
  const last = chunks.at(-1);
  if (!last || !chunks.some((chunk) => chunk.start === offset && chunk.sha256 === sha256))
    throw conflict('上传位置已变化，请重新选择该文件继续上传');
  return last.start + last.sizeBytes;
}

/** Limits the disk space of an account: its oldest open uploads are deleted. */
const openUploadsMax = 5;

function tooLarge(sizeBytes: number, maxBytes: number) {
  const text = `安装包不能超过${megabytes(maxBytes)}，所选文件为${megabytes(sizeBytes)}`;
  return refuse(text, { file: text });
}

/** One decimal place, rounded up, so that a size above the limit never reads like the limit itself. */
function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 104_857.6) / 10).toString()} MB`;
}

function broken() {
  return conflict('上传的内容不完整，请重新选择该文件继续上传');
}
