import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

/**
 * Removes staged objects and unfinished uploads of this prefix that began before `before`. Younger ones may be in use, also by another
 * server.
 */
export async function removeLeftovers(bucket: Bucket, staging: string, before: Date): Promise<void> {
  const { client, name } = bucket;
  for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: staging })) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && LastModified && LastModified < before) await client.send(new DeleteObjectCommand({ Bucket: name, Key }));
    }
  }
  for await (const { Key, UploadId, Initiated } of unfinishedUploads(bucket)) {
    if (Initiated && Initiated < before) await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }));
  }
}

async function* unfinishedUploads({ client, name, prefix }: Bucket) {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (from) {
    const page: ListMultipartUploadsCommandOutput | null = await client
      .send(new ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...from }))
      .catch(notOffered);
    yield* page?.Uploads ?? [];
    from = page?.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
  }
}

/** Some servers cannot list unfinished uploads, and some keys may not: such buckets need a lifecycle rule (see docs/operations). */
function notOffered(error: unknown): null {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 403 || status === 405 || status === 501) return null;
  throw error;
}
