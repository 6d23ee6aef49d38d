import { safeFileName } from '../../domain/text/file-name.ts';
import type { Database, Tx } from '../db/database.ts';
import { conflict, refuse } from '../http/refusal.ts';
import type { StagedPiece } from '../storage/pieces.ts';
import type { UploadStages } from '../storage/stages.ts';
import { StorageError } from '../storage/store.ts';
import { asRefusal, assertPackageName, zipsOnly } from './package-check.ts';
import { findUpload, inADay, openUploads, piecesOf, registerUpload, reopenUpload, type Upload } from './uploads.ts';

export interface BegunPackage {
  readonly reference: string;
  /** What counts already, in the order of its bytes. */
  readonly pieces: readonly StagedPiece[];
}

/**
 * Begins an upload in pieces, or goes on with the one that this account began of a file of that name and size; `isAnew` leaves that one
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
  if (known) return { reference: known.reference, pieces: await piecesOf(db, known.upload) };
  await makeRoom(db, accountId);
  const { reference } = await registerUpload(db, accountId, fileName, file.sizeBytes);
  return { reference, pieces: [] };
}

export interface GivenPiece {
  readonly reference: string;
  /** Where its sender believes the upload to stand, in bytes. */
  readonly offset: number;
  /** Of the piece, as its sender has it. */
  readonly sha256: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Takes the next piece in. When this resolves the piece is on stable storage and counts; before, nothing of it does. A piece that counts
 * already is no fault: its answer may have got lost.
 * @returns where the upload stands now, in bytes.
 * @throws Refusal when the upload is not this account's or is over, the piece is none of a package, or stands somewhere else.
 */
export async function takePackagePiece(db: Database, stages: UploadStages, piece: GivenPiece, accountId: string): Promise<number> {
  const upload = await findUpload(db, piece.reference, accountId);
  const [offset, sizeBytes] = [Number(upload.offset_bytes), Number(upload.size_bytes)];
  if (piece.offset !== offset) return knownEnd(db, upload, piece);
  const room = Math.min(pieceBytes, sizeBytes - offset);
  const stage = await stages.open(upload.stage);
  const kept = await stage
    .put(offset === 0 ? zipsOnly(piece.bytes) : piece.bytes, { maxBytes: room, expectedSha256: piece.sha256 })
    .catch((error: unknown) => {
      throw error instanceof StorageError ? broken() : asRefusal(error);
    });
  // Pieces of one size: a shorter one is half a piece, unless it is the last.
  if (kept.sizeBytes !== room) throw broken();
  const isCounted = await db.transaction().execute((tx) => count(tx, upload.id, { start: offset, ...kept }));
  return isCounted ? offset + kept.sizeBytes : knownEnd(db, upload, piece);
}

/** Of every piece but the last one, in bytes: seconds on a slow line, so that little is lost with it. */
export const pieceBytes = 4_194_304;

/**
 * Where the upload stands, for a piece that counts already: also one whose line broke while the server was taking it in. @throws Refusal
 * when it does not.
 */
async function knownEnd(db: Database, upload: Upload, { offset, sha256 }: GivenPiece): Promise<number> {
  const pieces = await piecesOf(db, upload);
  const last = pieces.at(-1);
  if (!last || !pieces.some((piece) => piece.start === offset && piece.sha256 === sha256))
    throw conflict('上传位置已变化，请重新选择该文件继续上传');
  return last.start + last.sizeBytes;
}

/** @returns false where another piece counts at that place: of two that came at once, one does. */
async function count(tx: Tx, id: string, { start, sizeBytes, sha256 }: StagedPiece): Promise<boolean> {
  const moved = await tx
    .updateTable('app_upload')
    .set({ offset_bytes: String(start + sizeBytes), expires_at: inADay })
    .where('id', '=', id)
    .where('offset_bytes', '=', String(start))
    .returning('id')
    .executeTakeFirst();
  if (!moved) return false;
  await tx
    .insertInto('app_upload_piece')
    .values({ upload_id: id, start_byte: String(start), size_bytes: String(sizeBytes), sha256 })
    .execute();
  return true;
}

/** An account fills the disk with no more than a few uploads: the ones that it left longest ago go. */
async function makeRoom(db: Database, accountId: string): Promise<void> {
  const kept = openUploads(db)
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('expires_at', 'desc')
    .limit(openUploadsMax - 1);
  await db.deleteFrom('app_upload').where('account_id', '=', accountId).where('used_at', 'is', null).where('id', 'not in', kept).execute();
}

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
