import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { faultKind, type FaultKind } from '../../runtime/faults.ts';
import { openBucket, type S3Place } from './bucket.ts';
import { s3Reason } from './reason.ts';

/** An operation that the storage has to allow. */
export type StorageRight = 'list' | 'put' | 'get' | 'delete' | 'multipart' | 'list uploads';

export interface RefusedRight {
  readonly right: StorageRight;
  readonly reason: string;
  /** Null if the storage was reached and refused by itself. */
  readonly fault: FaultKind | null;
}

/** Tries each right with an object of a few bytes under `tmp/`. @returns the refused rights, with the reasons. */
export async function refusedRights(place: S3Place): Promise<RefusedRight[]> {
  const { client, name: Bucket, prefix } = openBucket(place, { attempts: 1, connectMs: 2000, answerMs: 3000 });
  const Key = `${prefix}tmp/doctor-${randomUUID()}`;
  const parts = `${Key}-parts`;
  const refused: RefusedRight[] = [];
  const attempt = async (right: StorageRight, act: () => Promise<unknown>): Promise<void> => {
    await act().catch((error: unknown) => refused.push({ right, reason: s3Reason(error), fault: faultKind(error) }));
  };
  try {
    await Promise.all([
      attempt('list', () => client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}tmp/`, MaxKeys: 1 }))),
      attempt('list uploads', () => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: `${prefix}tmp/`, MaxUploads: 1 }))),
      attempt('multipart', async () => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: parts }));
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key: parts, UploadId }));
      }),
      (async () => {
        await attempt('put', () => client.send(new PutObjectCommand({ Bucket, Key, Body: 'ready' })));
        // Without an object there is nothing to get or delete.
        if (refused.some(({ right }) => right === 'put')) return;
        await attempt('get', async () => (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray());
        await attempt('delete', () => client.send(new DeleteObjectCommand({ Bucket, Key })));
      })(),
    ]);
  } finally {
    client.destroy();
  }
  return refused;
}
