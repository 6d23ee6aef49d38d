import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../../../../test/installation/s3/contents.ts';
import { hasS3, startS3, type S3Server } from '../../../../test/installation/s3/server.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { openStore, readStorageUrl } from './storage-url.ts';

describe('STORAGE_URL', () => {
  it('names a place of a bucket in full', () => {
    expect(
      readStorageUrl(
        's3://notary-1/live/a?endpoint=https://s3.example.cn:9000&region=cn-north-1&forcePathStyle=1&accessKeyId=AK&secretAccessKey=a+b/c=&publicEndpoint=https://files.example.cn',
        {},
      ),
    ).toEqual({
      bucket: 'notary-1',
      prefix: 'live/a/',
      region: 'cn-north-1',
      endpoint: 'https://s3.example.cn:9000',
      forcePathStyle: true,
      credentials: { accessKeyId: 'AK', secretAccessKey: 'a+b/c=' },
      links: { endpoint: 'https://files.example.cn' },
    });
  });

  it('leaves the rest to the usual AWS environment', () => {
    expect(readStorageUrl('s3://notary', { AWS_REGION: 'cn-northwest-1' })).toEqual({
      bucket: 'notary',
      prefix: '',
      region: 'cn-northwest-1',
      endpoint: undefined,
      forcePathStyle: false,
      credentials: undefined,
      links: { endpoint: undefined },
    });
    expect(readStorageUrl('s3://notary/?presign=0&endpoint=http://127.0.0.1:9000', {})).toMatchObject({
      prefix: '',
      region: 'us-east-1',
      links: null,
    });
  });

  it.each([
    ['https://bucket', 'STORAGE_URL must start with s3:// and a bucket.'],
    ['s3:', 'STORAGE_URL: "" is not the name of a bucket.'],
    ['s3://Not_A_Bucket?region=x', 'STORAGE_URL: "Not_A_Bucket" is not the name of a bucket.'],
    ['s3://?region=x', 'STORAGE_URL: "" is not the name of a bucket.'],
    [
      's3://key:topsecret@bucket?region=x',
      'STORAGE_URL: credentials and endpoint are given as ?accessKeyId=…&secretAccessKey=…&endpoint=…, not before or after the bucket.',
    ],
    ['s3://bucket', 'STORAGE_URL: name the region (?region=…) or set AWS_REGION.'],
    [
      's3://bucket?region=x&secretKey=topsecret',
      'STORAGE_URL: unknown option "secretKey"; ' +
        'there are endpoint, publicEndpoint, region, forcePathStyle, presign, accessKeyId, secretAccessKey.',
    ],
    ['s3://bucket?region=x&secretAccessKey=topsecret', 'STORAGE_URL: accessKeyId and secretAccessKey are given together or not at all.'],
    ['s3://bucket?endpoint=storage:9000', 'STORAGE_URL: endpoint must start with http:// or https://.'],
    ['s3://bucket?region=x&publicEndpoint=files', 'STORAGE_URL: publicEndpoint must start with http:// or https://.'],
    ['s3://bucket?region=x&forcePathStyle=yes', 'STORAGE_URL: forcePathStyle is 0 or 1.'],
    ['s3://bucket/a b?region=x', 'STORAGE_URL: the folder after the bucket is made of letters, digits, "-", "_" and ".".'],
  ])('is refused in plain words, without its secret: %s', (storageUrl, message) => {
    expect(() => readStorageUrl(storageUrl, {})).toThrow(new StartupError(message));
    expect(message).not.toContain('topsecret');
  });

  it('unset means a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'objects-'));
    try {
      const store = await openStore(undefined, folder);
      expect([(await readdir(folder)).toSorted(), store.direct]).toEqual([['sha256', 'tmp'], undefined]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('of a storage that is not there is told at start', async () => {
    await expect(openStore('s3://bucket?endpoint=http://127.0.0.1:1&accessKeyId=a&secretAccessKey=topsecret', '/nowhere')).rejects.toThrow(
      new StartupError('STORAGE_URL: cannot use the bucket "bucket" at http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.'),
    );
  });
});

describe.skipIf(!hasS3)('STORAGE_URL of a real S3 server', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.stop());
  const urlOf = (bucket: string, secret: string): string =>
    `s3://${bucket}?endpoint=http://127.0.0.1:${s3.port}&region=cn-north-1&forcePathStyle=1&accessKeyId=notary:tester&secretAccessKey=${secret}`;

  it('opens a store that holds objects', async () => {
    const store = await openStore(urlOf(`${s3.bucket}/live`, 'testing'), '/nowhere');
    const { sha256 } = await store.put(Readable.from([Buffer.from('存证')]), { maxBytes: 100 });
    expect(await contentsOf(s3.client, { ...s3.place(), prefix: 'live/' })).toEqual([expect.stringContaining(sha256)]);
    expect(store.direct?.origin).toBe(`http://127.0.0.1:${s3.port}`);
  });

  it.each([
    ['a bucket that is not there', () => 'nobody', 'testing', 'there is no such bucket'],
    ['the wrong secret', () => s3.bucket, 'topsecret', 'the storage refuses these credentials'],
  ])('says at start what is wrong: %s', async (_what, bucketOf, secret, reason) => {
    const bucket = bucketOf();
    await expect(openStore(urlOf(bucket, secret), '/nowhere')).rejects.toThrow(
      new StartupError(`STORAGE_URL: cannot use the bucket "${bucket}" at http://127.0.0.1:${s3.port}: ${reason}.`),
    );
  });
});
