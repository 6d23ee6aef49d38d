import { GetObjectCommand, ListMultipartUploadsCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { S3Place } from '../../../src/server/platform/storage/s3/bucket.ts';

/** Everything in a place, read without the store: `sha256/…` and `tmp/…` without the prefix, and unfinished uploads as `upload of …`. */
export async function contentsOf(client: S3Client, { bucket, prefix }: S3Place): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
  const short = (key: string | undefined): string => (key ?? '').slice(prefix.length);
  return [...Contents.map(({ Key }) => short(Key)), ...Uploads.map(({ Key }) => `upload of ${short(Key)}`)];
}

export function keyOf(sha256: string): string {
  return `sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

export async function readAround(client: S3Client, { bucket, prefix }: S3Place, key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${key}` }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

export async function writeAround(client: S3Client, { bucket, prefix }: S3Place, key: string, bytes: string): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}${key}`, Body: bytes }));
}
