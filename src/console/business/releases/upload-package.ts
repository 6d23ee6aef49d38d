import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ReplyOf } from '../../kit/net/call.ts';
import { TransportError } from '../../kit/net/request.ts';
import { CallRefused } from '../../kit/net/verdict.ts';

export type Uploaded = ReplyOf<'POST', '/api/upload/finish'>;

/** The calls of a chunked upload; injected, so that broken connections can be tested without a browser. */
export interface PackageCalls {
  begin(name: string, size: number, isAnew: boolean): Promise<ReplyOf<'POST', '/api/upload/begin'>>;
  /** @param progress receives 0 to 1 while the chunk is sent. */
  chunk(upload: string, offset: number, sha256: string, bytes: Blob, progress: (share: number) => void): Promise<{ offset: number }>;
  finish(upload: string): Promise<Uploaded>;
  wait(ms: number): Promise<void>;
}

interface UploadObserver {
  readonly signal: AbortSignal;
  /** From 0 to 1, including bytes that are sent but not yet acknowledged. */
  progress(share: number): void;
  /** The connection failed for the `attempt`-th time at this offset and is retried; 0 when it works again. */
  retrying(attempt: number): void;
}

/**
 * Uploads an Android package in chunks. Chunks of the same bytes from an earlier attempt are not sent again. Network errors are retried
 * from the last acknowledged chunk, a few times per offset. Rejects as the calls do.
 */
export async function uploadPackage(file: File, calls: PackageCalls, observer: UploadObserver): Promise<Uploaded> {
  const withRetries = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await call();
        observer.retrying(0);
        return result;
      } catch (error) {
        if (observer.signal.aborted || attempt > retryMs.length || !isPassing(error)) throw error;
        observer.retrying(attempt);
        await calls.wait(retryMs[attempt - 1] ?? 0);
        if (observer.signal.aborted) throw new TransportError('aborted');
      }
    }
  };
  const begin = (isAnew: boolean) => withRetries(() => calls.begin(file.name, file.size, isAnew));
  const known = await begin(false);
  const same = await acknowledgedBytes(file, known.pieces);
  const { upload, piece_bytes: pieceBytes } = same === null ? await begin(true) : known;
  let offset = same ?? 0;
  while (offset < file.size) {
    const start: number = offset;
    const bytes = file.slice(start, Math.min(start + pieceBytes, file.size));
    const hash = await hashOf(bytes);
    const reportProgress = (share: number) => observer.progress((start + share * bytes.size) / file.size);
    reportProgress(0);
    offset = (await withRetries(() => calls.chunk(upload, start, hash, bytes, reportProgress))).offset;
  }
  observer.progress(1);
  return withRetries(() => calls.finish(upload));
}

/** Waiting times before each retry. */
const retryMs = [1000, 2000, 4000, 8000];

/** Network errors, a restarting server and rate limits pass; any other refusal would only be repeated. */
function isPassing(error: unknown): boolean {
  return error instanceof TransportError || (error instanceof CallRefused && (error.code >= 500 || error.code === 429));
}

/** Number of bytes of this file that the server has; null if it has those of another file. */
async function acknowledgedBytes(file: File, chunks: readonly { start: number; size: number; sha256: string }[]): Promise<number | null> {
  let end = 0;
  for (const { start, size, sha256: known } of chunks) {
    if ((await hashOf(file.slice(start, start + size))) !== known) return null;
    end = start + size;
  }
  return end;
}

/** Hashes in slices, so that memory use does not grow with the chunk. Without TLS the browser has no SHA-256 of its own. */
async function hashOf(bytes: Blob): Promise<string> {
  const state = sha256.create();
  for (let at = 0; at < bytes.size; at += sliceBytes) state.update(new Uint8Array(await bytes.slice(at, at + sliceBytes).arrayBuffer()));
  return bytesToHex(state.digest());
}

const sliceBytes = 1_048_576;
