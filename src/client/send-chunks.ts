import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from './contract/values.ts';
import { openFile, readPiece } from './net/file-source.ts';
import { NotaryFault, NotaryRefusal } from './net/refusal.ts';
import { mayRepeat } from './net/retries.ts';

/** A file that can be read from any place: a path, or its bytes. */
export type SeekableFile = string | Uint8Array;
export interface UploadOptions extends CallOptions {
  /** What is sent, and counted, at a time; at least a five-thousandth of the file, 16 MB unless given. */
  readonly pieceBytes?: number;
}

/** What a file is sent to in chunks. */
export interface UploadTarget {
  /** How far it is, in bytes. */
  stand(options: CallOptions): Promise<number>;
  /** @returns how far it is then. */
  send(
    chunk: { readonly uploadOffset: number; readonly uploadLength: number; readonly body: Uint8Array },
    options: CallOptions,
  ): Promise<number>;
}

/**
 * Sends a file by tus: each chunk is signed with its own hash and counts as a whole or not at all. After a break the server is asked where
 * the upload stands; only a chunk that comes to nothing again and again ends it.
 */
export async function sendChunks({ stand, send }: UploadTarget, file: SeekableFile, options: UploadOptions): Promise<void> {
  const sizeBytes = await sizeOf(file);
  const pieceBytes = Math.max(options.pieceBytes ?? chunkBytes, Math.ceil(sizeBytes / maxPieces));
  const place = () => stand(cancelOf(options));
  let offset = await place();
  let failures = 0;
  options.onProgress?.(offset);
  while (offset < sizeBytes) {
    const body = await readPiece(file, offset, pieceBytes);
    if (body.length === 0) throw new NotaryFault('file: has become shorter');
    try {
      // Not repeated as it is: what is sent next is decided by where the upload stands.
      offset = await send({ uploadOffset: offset, uploadLength: sizeBytes, body }, { ...cancelOf(options), retryForMs: 0 });
      failures = 0;
    } catch (error) {
      if (!mayGoOn(error)) throw error;
      const before = offset;
      // This one waits for the server to come back.
      offset = await place();
      failures = offset > before ? 0 : failures + 1;
      if (failures >= maxFailures) throw error;
      if (failures > 0) await sleep(Math.min(failures * 500, 8000));
    }
    options.onProgress?.(offset);
  }
}

/** @throws NotaryFault for what cannot be read from any place. */
export async function sizeOf(file: SeekableFile): Promise<number> {
  const { sizeBytes } = await openFile(file);
  if (sizeBytes === null) throw new NotaryFault('file: must be a path or bytes, so that an upload can go on');
  return sizeBytes;
}

function mayGoOn(error: unknown): boolean {
  return mayRepeat(error, true) || (error instanceof NotaryRefusal && error.code === 'offset');
}

/** Of a call's options what goes for every call of a longer thing. */
export function cancelOf({ signal, retryForMs }: CallOptions): CallOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(retryForMs === undefined ? {} : { retryForMs }) };
}

export const chunkBytes = 16 * 1024 * 1024;
/** The server takes 10,000; some get lost on the way. */
const maxPieces = 5000;
const maxFailures = 10;
