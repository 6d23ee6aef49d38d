import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from './contract/values.ts';
import { openFile, readPiece } from './net/file-source.ts';
import { NotaryFault, NotaryRefusal } from './net/refusal.ts';
import { mayRepeat } from './net/retries.ts';

/** A file that can be read from any offset: a path, or its bytes. */
export type SeekableFile = string | Uint8Array;
export interface UploadOptions extends CallOptions {
  /** Size of a chunk; default 16 MB, at least a five-thousandth of the file. */
  readonly pieceBytes?: number;
}

/** The upload that receives a file in chunks. */
export interface UploadTarget {
  /** The upload's current offset in bytes. */
  currentOffset(options: CallOptions): Promise<number>;
  /** @returns the offset after the chunk. */
  send(
    chunk: { readonly uploadOffset: number; readonly uploadLength: number; readonly body: Uint8Array },
    options: CallOptions,
  ): Promise<number>;
}

/**
 * Sends a file by tus: each chunk is signed with its own hash and counts as a whole or not at all. After a break the server is asked for
 * the offset. The upload fails only after `maxFailures` chunks in a row made no progress.
 */
export async function sendChunks({ currentOffset, send }: UploadTarget, file: SeekableFile, options: UploadOptions): Promise<void> {
  const sizeBytes = await sizeOf(file);
  const pieceBytes = Math.max(options.pieceBytes ?? chunkBytes, Math.ceil(sizeBytes / maxPieces));
  const fetchOffset = () => currentOffset(sharedOptions(options));
  let offset = await fetchOffset();
  let failures = 0;
  options.onProgress?.(offset);
  while (offset < sizeBytes) {
    const body = await readPiece(file, offset, pieceBytes);
    if (body.length === 0) throw new NotaryFault('file: has become shorter');
    try {
      // The chunk is not repeated as it is: the upload's offset decides what is sent next.
      offset = await send({ uploadOffset: offset, uploadLength: sizeBytes, body }, { ...sharedOptions(options), retryForMs: 0 });
      failures = 0;
    } catch (error) {
      if (!mayGoOn(error)) throw error;
      const before = offset;
      // This call is repeated until the server is back.
      offset = await fetchOffset();
      failures = offset > before ? 0 : failures + 1;
      if (failures >= maxFailures) throw error;
      if (failures > 0) await sleep(Math.min(failures * 500, 8000));
    }
    options.onProgress?.(offset);
  }
}

/** @throws NotaryFault for a stream, which cannot be read from any offset. */
export async function sizeOf(file: SeekableFile): Promise<number> {
  const { sizeBytes } = await openFile(file);
  if (sizeBytes === null) throw new NotaryFault('file: must be a path or bytes, so that an upload can go on');
  return sizeBytes;
}

function mayGoOn(error: unknown): boolean {
  return mayRepeat(error, true) || (error instanceof NotaryRefusal && error.code === 'offset');
}

/** The call options that apply to every call of a longer operation. */
export function sharedOptions({ signal, retryForMs }: CallOptions): CallOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(retryForMs === undefined ? {} : { retryForMs }) };
}

export const chunkBytes = 16 * 1024 * 1024;
/** The server takes 10,000; the rest is a reserve for chunks that get lost. */
const maxPieces = 5000;
const maxFailures = 10;
