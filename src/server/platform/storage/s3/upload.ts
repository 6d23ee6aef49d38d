import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import type { Bucket } from './bucket.ts';

/** Called after every response of the storage except the last one. */
export type OnStep = () => void;

/** Puts bytes under `key` in one request: the server stores exactly these bytes, or nothing. */
export async function uploadWhole(bucket: Bucket, key: string, bytes: Buffer, onStep: OnStep): Promise<void> {
  await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: bytes, ContentMD5: md5Of(bytes) }));
  onStep();
  await expectSize(bucket, key, bytes.length);
}

/** An upload in parts. Nothing is visible under its key until it is completed. */
export interface PartUpload {
  add(bytes: Buffer): Promise<void>;
  complete(sizeBytes: number): Promise<void>;
  /** Removes the parts and the object under the key. */
  discard(): Promise<void>;
}

export async function uploadInParts(bucket: Bucket, key: string, onStep: OnStep): Promise<PartUpload> {
  const upload = await beginParts(bucket, key, onStep);
  let isComplete = false;
  return {
    add: (bytes) =>
      upload.part(async (target) => {
        const { ETag } = await bucket.client.send(new UploadPartCommand({ ...target, Body: bytes, ContentMD5: md5Of(bytes) }));
        return ETag;
      }),
    async complete(sizeBytes) {
      await upload.complete();
      isComplete = true;
      onStep();
      await expectSize(bucket, key, sizeBytes);
      onStep();
    },
    async discard() {
      if (!isComplete) await upload.abort();
      await remove(bucket, key);
    },
  };
}

/** Copies inside the bucket, on the server. A large object is copied in parallel parts, which become visible in one step. */
export async function copyWithin(bucket: Bucket, from: string, to: string, sizeBytes: number, onStep: OnStep): Promise<void> {
  const source = copySource(bucket, from);
  if (sizeBytes <= bucket.pace.copyBytes) {
    await bucket.client.send(new CopyObjectCommand({ Bucket: bucket.name, Key: to, CopySource: source }));
  } else {
    await copyInParts(bucket, source, to, sizeBytes, onStep);
  }
  onStep();
  await expectSize(bucket, to, sizeBytes);
}

/** As S3 names an object that is copied from. */
export function copySource(bucket: Pick<Bucket, 'name'>, key: string): string {
  return `${bucket.name}/${encodeURIComponent(key).replaceAll('%2F', '/')}`;
}

async function copyInParts(bucket: Bucket, source: string, to: string, sizeBytes: number, onStep: OnStep): Promise<void> {
  const partBytes = Math.max(bucket.pace.copyBytes, Math.ceil(sizeBytes / maxParts));
  const ranges = Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, at) => {
    const start = at * partBytes;
    return { source, range: `bytes=${start}-${Math.min(start + partBytes, sizeBytes) - 1}` };
  });
  await copyTogether(bucket, ranges, to, onStep);
}

/** Puts objects of the storage, or ranges of them, together as one, on the server; some at a time. */
export async function copyTogether(
  bucket: Bucket,
  parts: readonly { readonly source: string; readonly range?: string }[],
  to: string,
  onStep: OnStep,
): Promise<void> {
  const upload = await beginParts(bucket, to, onStep);
  const waiting = [...parts];
  const copySome = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { source, range } = next;
      await upload.part(async (target) => {
        const { CopyPartResult } = await bucket.client.send(
          new UploadPartCopyCommand({ ...target, CopySource: source, CopySourceRange: range }),
        );
        return CopyPartResult?.ETag;
      });
    }
  };
  // After a failure no worker begins another part, and the parts already begun are awaited.
  const giveUp = (error: unknown): never => {
    waiting.length = 0;
    throw error;
  };
  const copying = Array.from({ length: bucket.pace.copiesAtOnce }, () => copySome().catch(giveUp));
  const failed = (await Promise.allSettled(copying)).find((result) => result.status === 'rejected');
  if (failed) {
    await upload.abort();
    throw failed.reason;
  }
  // No abort if this fails: the object may already consist of these parts although the response was lost.
  await upload.complete();
}

/** Never fails. What cannot be removed now is not visible under any hash, and is removed with the leftovers later. */
export async function remove(bucket: Bucket, key: string): Promise<void> {
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key })).catch(() => undefined);
}

interface PartTarget {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
  readonly PartNumber: number;
}

async function beginParts(bucket: Bucket, key: string, onStep: OnStep) {
  const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: bucket.name, Key: key }));
  if (UploadId === undefined) throw new Error('the storage began an upload without a name');
  onStep();
  const upload = { Bucket: bucket.name, Key: key, UploadId };
  let begun = 0;
  const parts: { PartNumber: number; ETag: string }[] = [];
  return {
    /** Parts are numbered in the order in which they are begun. */
    async part(send: (target: PartTarget) => Promise<string | undefined>): Promise<void> {
      const PartNumber = (begun += 1);
      const ETag = await send({ ...upload, PartNumber });
      if (ETag === undefined) throw new Error('the storage took a part without saying what it took');
      parts.push({ PartNumber, ETag });
      onStep();
    },
    complete: async () =>
      void (await bucket.client.send(
        new CompleteMultipartUploadCommand({
          ...upload,
          MultipartUpload: { Parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) },
        }),
      )),
    // Never fails, like `remove`.
    abort: async () => void (await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)),
  };
}

/** Verifies the size that the server reports, before the put is acknowledged. */
export async function expectSize(bucket: Bucket, key: string, sizeBytes: number): Promise<void> {
  const { ContentLength } = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }));
  if (ContentLength !== sizeBytes) throw new Error(`the storage holds ${ContentLength} bytes of ${sizeBytes}`);
}

/** S3's limit for uploads and copies. */
export const maxParts = 10_000;

function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}
