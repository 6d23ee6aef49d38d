import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { openBucket, type Bucket, type S3Place } from './bucket.ts';
import type { DirectLinks } from '../store.ts';

/** Presigned downloads: the browser gets the bytes from the storage, with the name and type that the link fixes. */
export async function presignedLinks(place: S3Place, bucket: Bucket, keyOf: (sha256: string) => string): Promise<DirectLinks> {
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
