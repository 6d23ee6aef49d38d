import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { splitChunks } from '../measured.ts';
import { checkedName, type NamedFile, type NamedFiles } from '../named-files.ts';
import { StorageError } from '../store.ts';
import { isAbsent, openBucket, type Bucket, type S3Pace, type S3Place } from './bucket.ts';
import { maxParts, uploadInParts, uploadWhole } from './upload.ts';

/** Keeps files under the prefix of a bucket. @throws the client's own error if the bucket cannot be used. */
export async function s3NamedFiles(place: S3Place, pace: Partial<S3Pace> = {}): Promise<NamedFiles> {
  const bucket = openBucket(place, pace);
  const keyOf = (name: string): string => `${place.prefix}${checkedName(name)}`;
  await bucket.client.send(new HeadBucketCommand({ Bucket: bucket.name }));
  return {
    put: (name, source, sizeBytes = 0) => upload(bucket, keyOf(name), source, sizeBytes),
    async open(name) {
      const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: keyOf(name) })).catch(missing);
      if (!(Body instanceof Readable)) throw new Error('the storage answered without the file');
      return Body;
    },
    async size(name) {
      const found = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: keyOf(name) })).catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      });
      return found && (found.ContentLength ?? null);
    },
    list: (folder) => filesUnder(bucket, `${place.prefix}${checkedName(folder)}/`),
    async remove(name) {
      await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: keyOf(name) }));
    },
    async isEmpty() {
      const found = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.name, Prefix: place.prefix, MaxKeys: 1 }));
      return (found.Contents ?? []).length === 0;
    },
  };
}

/** Part size for sources of unknown size, such as the dump of a table: 10,000 parts of it hold 625 GiB. */
const partBytesUnknown = 64 * 2 ** 20;

async function upload(bucket: Bucket, key: string, source: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<void> {
  const partBytes = sizeBytes === 0 ? partBytesUnknown : Math.max(bucket.pace.partBytes, Math.ceil((sizeBytes * 1.01) / maxParts));
  let parts: Awaited<ReturnType<typeof uploadInParts>> | null = null;
  let written = 0;
  try {
    for await (const { bytes, isLast } of splitChunks(source, partBytes)) {
      written += bytes.length;
      if (isLast && !parts) return await uploadWhole(bucket, key, bytes, ignoreStep);
      parts ??= await uploadInParts(bucket, key, ignoreStep);
      await parts.add(bytes);
    }
    await parts?.complete(written);
  } catch (error) {
    await parts?.discard();
    throw error;
  }
}

async function* filesUnder({ client, name, prefix }: Bucket, folder: string): AsyncGenerator<NamedFile> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name, Prefix: folder })) {
    for (const { Key = '', Size = 0 } of Contents) yield { name: Key.slice(prefix.length), sizeBytes: Size };
  }
}

function missing(error: unknown): never {
  throw isAbsent(error) ? new StorageError('missing') : error;
}

const ignoreStep = (): void => undefined;
