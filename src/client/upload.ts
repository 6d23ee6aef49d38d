import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls } from './contract/calls.ts';
import type { CallOptions } from './contract/values.ts';
import { openFile, readPiece } from './net/file-source.ts';
import { NotaryFault, NotaryRefusal } from './net/refusal.ts';
import { mayRepeat } from './net/retries.ts';

/** A file that can be read from any place: a path, or its bytes. */
export type SeekableFile = string | Uint8Array;
export interface UploadInput {
  readonly attestation_id: string;
  readonly file: SeekableFile;
}
export type RecordingInput = Omit<Parameters<Calls['createRecording']>[0], 'sha256'> & { readonly file: SeekableFile };
export interface Recorded {
  readonly attestation_id: string;
  readonly sha256: string;
  /** `SUCCESS` or `SUCCESSED`; `FAIL` where the file is of another type or hash than was said. */
  readonly status: string;
  readonly reason: string;
}
export interface UploadOptions extends CallOptions {
  /** What is sent, and counted, at a time; at least a five-thousandth of the file, 16 MB unless given. */
  readonly pieceBytes?: number;
}

type Uploads = Pick<Calls, 'createRecording' | 'getRecording' | 'getUpload' | 'continueUpload'>;

/** Hashes the file, registers it, sends it. Done once the server has judged the file. */
export async function uploadRecording(calls: Uploads, { file, ...fields }: RecordingInput, options: UploadOptions = {}): Promise<Recorded> {
  const hash = createHash('sha256');
  for await (const bytes of (await openFile(file)).read()) hash.update(bytes);
  const sha256 = hash.digest('hex');
  const { attestation_id } = await calls.createRecording({ ...fields, sha256 }, cancelOf(options));
  await uploadFile(calls, { attestation_id, file }, options);
  const { status, reason } = await calls.getRecording({ attestation_id }, cancelOf(options));
  return { attestation_id, sha256, status, reason };
}

/**
 * Sends a file by tus: each piece is signed with its own hash and counts as a whole or not at all. After a break the server is asked where
 * the upload stands; only a piece that comes to nothing again and again ends it.
 */
export async function uploadFile(calls: Uploads, { attestation_id, file }: UploadInput, options: UploadOptions = {}): Promise<void> {
  const { sizeBytes } = await openFile(file);
  if (sizeBytes === null) throw new NotaryFault('file: must be a path or bytes, so that an upload can go on');
  const pieceBytes = Math.max(options.pieceBytes ?? defaultPieceBytes, Math.ceil(sizeBytes / maxPieces));
  const place = async () => (await calls.getUpload({ attestation_id }, cancelOf(options))).uploadOffset;
  let offset = await place();
  let failures = 0;
  options.onProgress?.(offset);
  while (offset < sizeBytes) {
    const body = await readPiece(file, offset, pieceBytes);
    if (body.length === 0) throw new NotaryFault('file: has become shorter');
    try {
      const input = { attestation_id, uploadOffset: offset, uploadLength: sizeBytes, body };
      // Not repeated as it is: what is sent next is decided by where the upload stands.
      offset = (await calls.continueUpload(input, { ...cancelOf(options), retryForMs: 0 })).uploadOffset;
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

function mayGoOn(error: unknown): boolean {
  return mayRepeat(error, true) || (error instanceof NotaryRefusal && error.code === 'offset');
}

function cancelOf({ signal, retryForMs }: CallOptions): CallOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(retryForMs === undefined ? {} : { retryForMs }) };
}

const defaultPieceBytes = 16 * 1024 * 1024;
/** The server takes 10,000; some get lost on the way. */
const maxPieces = 5000;
const maxFailures = 10;
