import { createHash, randomUUID } from 'node:crypto';
import type { Calls } from './contract/calls.ts';
import { openFile } from './net/file-source.ts';
import { NotaryRefusal } from './net/refusal.ts';
import { sharedOptions, chunkBytes, sendChunks, sizeOf, type SeekableFile, type UploadOptions, type UploadTarget } from './send-chunks.ts';

export interface UploadInput {
  readonly attestation_id: string;
  readonly file: SeekableFile;
}
export type RecordingInput = Omit<Parameters<Calls['createRecording']>[0], 'sha256'> & { readonly file: SeekableFile };
export interface Recorded {
  readonly attestation_id: string;
  readonly sha256: string;
  /** `SUCCESS` or `SUCCESSED`; `FAIL` if the file's type or hash differs from the registration. */
  readonly status: string;
  readonly reason: string;
}
export type EvidenceInput = Omit<Parameters<Calls['createEvidence']>[0], 'file' | 'sha256'> & {
  readonly file: SeekableFile;
  /** File name; default is the last part of the path. */
  readonly name?: string;
};
export type EvidenceReceipt = Awaited<ReturnType<Calls['createEvidence']>>;

type Uploads = Pick<Calls, 'createRecording' | 'getRecording' | 'getUpload' | 'continueUpload'>;
type EvidenceUploads = Pick<
  Calls,
  'createEvidence' | 'createEvidenceUpload' | 'createUploadedEvidence' | 'getEvidenceUpload' | 'continueEvidenceUpload'
>;

/** Hashes the file, registers it, sends it. Resolves once the server has checked the file. */
export async function uploadRecording(calls: Uploads, { file, ...fields }: RecordingInput, options: UploadOptions = {}): Promise<Recorded> {
  const sha256 = await hashOf(file);
  const { attestation_id } = await calls.createRecording({ ...fields, sha256 }, sharedOptions(options));
  await uploadFile(calls, { attestation_id, file }, options);
  const { status, reason } = await calls.getRecording({ attestation_id }, sharedOptions(options));
  return { attestation_id, sha256, status, reason };
}

/** Sends the file of a recording, starting at the upload's offset. */
export async function uploadFile(calls: Uploads, { attestation_id, file }: UploadInput, options: UploadOptions = {}): Promise<void> {
  await sendChunks(
    {
      currentOffset: async (cancel) => (await calls.getUpload({ attestation_id }, cancel)).uploadOffset,
      send: async (chunk, cancel) => (await calls.continueUpload({ attestation_id, ...chunk }, cancel)).uploadOffset,
    },
    file,
    options,
  );
}

/**
 * Stores a file as evidence. A file larger than a chunk is sent in chunks and resumes after a break, and with the same `unique_id` also
 * after an earlier process ended.
 */
export async function uploadEvidence(calls: EvidenceUploads, input: EvidenceInput, options: UploadOptions = {}): Promise<EvidenceReceipt> {
  const { file, name, unique_id = randomUUID(), ...fields } = input;
  const { name: filename, mediaType: media_type } = await openFile(name === undefined ? file : { content: file, name });
  const evidence = { ...fields, unique_id };
  const size = await sizeOf(file);
  if (size <= (options.pieceBytes ?? chunkBytes)) {
    const named = { content: file, name: filename, mediaType: media_type };
    return calls.createEvidence({ ...evidence, file: named }, options);
  }
  const sha256 = await hashOf(file);
  // Another file under the same `unique_id` is another upload, so that the evidence call refuses it with a clear message.
  const id = `upload-${createHash('sha256').update(`${unique_id}\n${sha256}`).digest('hex')}`;
  const target = await openEvidenceUpload(calls, { user_id: fields.user_id, size, unique_id: id }, options);
  await sendChunks(target, file, options);
  const { upload_id } = target;
  // If the server did not store the file while it arrived, for example because it restarted, it does so during this call.
  const patience = { ...sharedOptions(options), silentForMs: leastWaitMs + size / leastBytesPerMs };
  return calls.createUploadedEvidence({ ...evidence, upload_id, sha256, filename, media_type }, patience);
}

const leastWaitMs = 60_000;
/** What a slow disk manages to read and write while others use it too. */
const leastBytesPerMs = 20_000;

type NewUpload = Parameters<Calls['createEvidenceUpload']>[0];

async function openEvidenceUpload(calls: EvidenceUploads, upload: NewUpload, options: UploadOptions) {
  const cancel = sharedOptions(options);
  const made = await calls.createEvidenceUpload(upload, cancel);
  const known = targetOf(calls, made.upload_id);
  const isForgotten = await known.currentOffset(cancel).then(
    () => false,
    (error: unknown) => (error instanceof NotaryRefusal && error.code === 'unknown' ? true : Promise.reject(error)),
  );
  // The server has discarded an upload that rested too long, so the file is sent from its beginning.
  return isForgotten
    ? targetOf(calls, (await calls.createEvidenceUpload({ ...upload, unique_id: randomUUID() }, cancel)).upload_id)
    : known;
}

function targetOf(calls: EvidenceUploads, upload_id: string): UploadTarget & { readonly upload_id: string } {
  return {
    upload_id,
    currentOffset: async (cancel) => (await calls.getEvidenceUpload({ upload_id }, cancel)).uploadOffset,
    send: async (chunk, cancel) => (await calls.continueEvidenceUpload({ upload_id, ...chunk }, cancel)).uploadOffset,
  };
}

async function hashOf(file: SeekableFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of (await openFile(file)).read()) hash.update(bytes);
  return hash.digest('hex');
}
