import { safeFileName } from '../../domain/text/file-name.ts';
import type { Database } from '../db/database.ts';
import { conflict, refuse } from '../http/refusal.ts';
import { listChunks, takeChunk, type StoredChunk } from '../storage/chunked-upload.ts';
import { leastJoinedBytes } from '../storage/put-staged.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { StorageError } from '../storage/store.ts';
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
  /** What counts already, in the order of its bytes. */
  readonly chunks: readonly StoredChunk[];
}

/**
 * Begins an upload in chunks, or goes on with the one that this account began of a file of that name and size; `isAnew` leaves that one
 * behind.
 * @throws Refusal when the name is no package's, or the size more than may be: before a byte of it is sent.
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
  /** Where its sender believes the upload to stand, in bytes. */
  readonly offset: number;
  /** Of the chunk, as its sender has it. */
  readonly sha256: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Takes the next chunk in. When this resolves the chunk is on stable storage and counts; before, nothing of it does. A chunk that counts
 * already is no fault: its answer may have got lost.
 * @returns where the upload stands now, in bytes.
 * @throws Refusal when the upload is not this account's or is over, the chunk is none of a package, or stands somewhere else.
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
    // A shorter one is half a chunk, unless it is the last, or of the size that release 1.0.0 told.
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
 * Of every chunk but the last one, in bytes: seconds on a slow line, so that little is lost with it, and no fewer than a storage puts
 * together by itself.
 */
export const chunkBytes = leastJoinedBytes;
/** An upload that began at a server of that release goes on here. */
const earlierChunkBytes = 4_194_304;

/**
 * Where the upload stands, for a chunk that counts already: also one whose line broke while the server was taking it in. @throws Refusal
 * when it does not.
 */
async function knownEnd(db: Database, upload: Upload, { offset, sha256 }: GivenChunk): Promise<number> {
  const chunks = await listChunks(db, packageChunks, upload.id);
  const last = chunks.at(-1);
  if (!last || !chunks.some((chunk) => chunk.start === offset && chunk.sha256 === sha256))
    throw conflict('上传位置已变化，请重新选择该文件继续上传');
  return last.start + last.sizeBytes;
}

/** An account fills the disk with no more than a few uploads: the ones that it left longest ago go. */
const openUploadsMax = 5;

function tooLarge(sizeBytes: number, maxBytes: number) {
  const text = `安装包不能超过${megabytes(maxBytes)}，所选文件为${megabytes(sizeBytes)}`;
  return refuse(text, { file: text });
}

/** To one place, and never the limit itself for what is above it. */
function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 104_857.6) / 10).toString()} MB`;
}

function broken() {
  return conflict('上传的内容不完整，请重新选择该文件继续上传');
}
