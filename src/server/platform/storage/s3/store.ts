import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { measured, splitChunks } from '../measured.ts';
import { type ByteRange, checkedHash, type DirectLinks, isHash, type ListedObject, type ObjectStore, StorageError } from '../store.ts';
import { type Bucket, isAbsent, openBucket, type S3Pace, type S3Place } from './bucket.ts';
import { removeLeftovers } from './leftovers.ts';
import {
  copySource,
  copyTogether,
  copyWithin,
  expectSize,
  maxParts,
  type PartUpload,
  remove,
  uploadInParts,
  uploadWhole,
} from './upload.ts';

/**
 * Stores objects under `prefix/sha256/ab/cd/<hash>` of a bucket. A small object is hashed first and then sent in one request. A large one
 * is uploaded in parts under a name in `prefix/tmp/` and, once its hash is known, copied to it on the server. A put never removes an object
 * under a hash. Staged objects and unfinished uploads older than a day are removed. Several servers may share a prefix.
 * @throws the client's own error if the bucket cannot be used (storage-url words it).
 */
export async function createS3Store(place: S3Place, pace: Partial<S3Pace> = {}, now: () => Date = () => new Date()): Promise<ObjectStore> {
  const bucket = openBucket(place, pace);
  const staging = `${place.prefix}tmp/`;
  const keyOf = (sha256: string): string => `${place.prefix}sha256/${checkedHash(sha256).slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
  await bucket.client.send(new HeadBucketCommand({ Bucket: bucket.name }));
  const tidy = (): Promise<void> => removeLeftovers(bucket, staging, new Date(now().getTime() - leftoverMs));
  await tidy();
  const direct = place.links && (await presignedLinks(place, bucket, keyOf));

  return {
    async put(source, options) {
      const { onStep = ignoreStep } = options;
      const { chunks, object } = measured(source, options);
      const key = `${staging}${randomUUID()}`;
      let upload: PartUpload | null = null;
      try {
        for await (const { bytes, isLast } of splitChunks(chunks, partBytesFor(options.maxBytes, bucket.pace))) {
          if (isLast && !upload) {
            const found = object();
            await options.approve?.(found);
            // An equal object that is already there is overwritten: it may be damaged, and this one is whole.
            await uploadWhole(bucket, keyOf(found.sha256), bytes, onStep);
            return found;
          }
          upload ??= await uploadInParts(bucket, key, onStep);
          await upload.add(bytes);
        }
        const found = object();
        await options.approve?.(found);
        await upload?.complete(found.sizeBytes);
        await copyWithin(bucket, key, keyOf(found.sha256), found.sizeBytes, onStep);
        return found;
      } finally {
        await upload?.discard();
      }
    },
    sourceOf: (sha256) => copySource(bucket, keyOf(sha256)),
    async join(parts, { sha256, sizeBytes }) {
      const to = keyOf(sha256);
      await copyTogether(bucket, parts, to, ignoreStep).catch(missing);
      await expectSize(bucket, to, sizeBytes);
    },
    async open(sha256, range) {
      const key = keyOf(sha256);
      if (range && !(range.start >= 0 && range.start <= range.end)) {
        await headOf(bucket, key);
        throw new RangeError(`${range.start}-${range.end} is no part of an object`);
      }
      return openPart(bucket, key, range);
    },
    async stat(sha256) {
      const key = keyOf(sha256);
      return headOf(bucket, key).catch((error: unknown) => {
        if (error instanceof StorageError) return null;
        throw error;
      });
    },
    async remove(sha256) {
      await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: keyOf(sha256) }));
    },
    async check() {
      const key = `${staging}check-${randomUUID()}`;
      try {
        await uploadWhole(bucket, key, Buffer.from('ready'), ignoreStep);
      } finally {
        await remove(bucket, key);
      }
    },
    list: () => objectsUnder(bucket, `${place.prefix}sha256/`),
    tidy,
    ...(direct ? { direct } : {}),
  };
}

async function* objectsUnder({ client, name }: Bucket, folder: string): AsyncGenerator<ListedObject> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name, Prefix: folder })) {
    for (const { Key = '', LastModified } of Contents) {
      const sha256 = Key.slice(Key.lastIndexOf('/') + 1);
      if (isHash(sha256) && LastModified) yield { sha256, putAt: LastModified };
    }
  }
}

async function headOf(bucket: Bucket, key: string): Promise<{ sizeBytes: number }> {
  const { ContentLength } = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key })).catch(missing);
  if (ContentLength === undefined) throw new Error('the storage does not say how large an object is');
  return { sizeBytes: ContentLength };
}

/** Size and bytes come from one response, so that they match. */
async function openPart(bucket: Bucket, key: string, range: ByteRange | undefined): Promise<{ stream: Readable; sizeBytes: number }> {
  const asked = range && `bytes=${range.start}-${range.end}`;
  const answer = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key, Range: asked })).catch((error: unknown) => {
    if (range && error instanceof Error && error.name === 'InvalidRange')
      throw new RangeError(`${range.start}-${range.end} is no part of the object`);
    return missing(error);
  });
  const stream = answer.Body;
  if (!(stream instanceof Readable)) throw new Error('the storage answered without the object');
  try {
    const sizeBytes = wholeSize(answer, range);
    // S3 truncates a range that ends beyond the object; such a range is a mistake of the caller.
    if (range && range.end >= sizeBytes) throw new RangeError(`${range.start}-${range.end} is no part of ${sizeBytes} bytes`);
    return { stream, sizeBytes };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function wholeSize({ ContentRange, ContentLength }: GetObjectCommandOutput, range: ByteRange | undefined): number {
  const size = range ? Number(/^bytes \d+-\d+\/(\d+)$/.exec(ContentRange ?? '')?.[1]) : Number(ContentLength);
  if (!Number.isSafeInteger(size)) throw new Error('the storage does not say how large an object is');
  return size;
}

function missing(error: unknown): never {
  throw isAbsent(error) ? new StorageError('missing') : error;
}

/** S3 takes at most 10,000 parts and 5 TiB. */
function partBytesFor(maxBytes: number, { partBytes }: S3Pace): number {
  return Math.max(partBytes, Math.ceil(Math.min(maxBytes, 5 * 2 ** 40) / maxParts));
}

const ignoreStep = (): void => undefined;
const leftoverMs = 86_400_000;

/** Presigned downloads: the browser gets the bytes from the storage, with the name and type that the link fixes. */
async function presignedLinks(place: S3Place, bucket: Bucket, keyOf: (sha256: string) => string): Promise<DirectLinks> {
  const endpoint = place.links?.endpoint;
  const { client } = endpoint === undefined ? bucket : openBucket({ ...place, endpoint }, bucket.pace);
  const link: DirectLinks['link'] = (sha256, { mediaType, contentDisposition, ttlSeconds }) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket.name,
        Key: keyOf(sha256),
        ResponseContentType: mediaType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: `private, max-age=${ttlSeconds}`,
      }),
      { expiresIn: Math.min(ttlSeconds, longestSeconds) },
    );
  // The client decides whether the bucket is in the host or in the path, so the origin is taken from a sample link.
  const sample = await link('0'.repeat(64), { mediaType: 'text/plain', contentDisposition: 'inline', ttlSeconds: 1 });
  return { origin: new URL(sample).origin, link };
}

/** One week, the longest lifetime that S3 servers accept for a link. */
const longestSeconds = 604_800;
