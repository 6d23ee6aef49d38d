import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, ListPartsCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf, keyOf, readAround, writeAround } from '../../../../../test/installation/s3/contents.ts';
import { hasS3, startS3, type S3Server } from '../../../../../test/installation/s3/server.ts';
import { keepsPromises } from '../../../../../test/installation/store-promises.ts';
import type { S3Pace } from './bucket.ts';
import { createS3Store } from './store.ts';
import type { ObjectStore } from '../store.ts';

describe.skipIf(!hasS3)('on a real S3 server', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.stop());

  const backend = (pace: Partial<S3Pace>) => async () => {
    const place = s3.place();
    return {
      store: await createS3Store(place, pace),
      everything: async () => (await contentsOf(s3.client, place)).map((name) => name.split('/').at(-1) ?? ''),
      read: (sha256: string) => readAround(s3.client, place, keyOf(sha256)),
      damage: (sha256: string) => writeAround(s3.client, place, keyOf(sha256), 'broken'),
      close: async () => undefined,
    };
  };
  describe('small objects', () => keepsPromises('an S3 store', backend({})));
  describe('objects that go up in parts', () => keepsPromises('an S3 store that parts', backend({ partBytes: 4 })));

  describe('a large object', () => {
    const bytes = randomBytes(1_000_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const chunks = Array.from({ length: 100 }, (_, at) => bytes.subarray(at * 10_000, (at + 1) * 10_000));

    it.each([
      ['in one step', {}],
      ['in parts', { copyBytes: 300_000 }],
    ])('is whole after it was copied to its hash %s', async (_how, pace) => {
      const place = s3.place();
      const store = await createS3Store(place, { partBytes: 150_000, ...pace });
      expect(await store.put(Readable.from(chunks), { maxBytes: 1_000_000, expectedSha256: sha256 })).toEqual({
        sha256,
        sizeBytes: 1_000_000,
      });
      expect(await contentsOf(s3.client, place)).toEqual([keyOf(sha256)]);
      expect((await buffer((await store.open(sha256)).stream)).equals(bytes)).toBe(true);
      expect(
        (await buffer((await store.open(sha256, { start: 149_999, end: 300_000 })).stream)).equals(bytes.subarray(149_999, 300_001)),
      ).toBe(true);
    });

    it('goes up while it comes in: no more than a part and a chunk is held', async () => {
      const place = s3.place();
      const store = await createS3Store(place, { partBytes: 250_000 });
      const partsSoFar: number[] = [];
      async function* source() {
        for (const [at, chunk] of chunks.entries()) {
          if (at % 25 === 2) partsSoFar.push(await partsOf(place.prefix));
          yield chunk;
        }
      }
      await store.put(source(), { maxBytes: 1_000_000 });
      expect(partsSoFar).toEqual([0, 1, 2, 3]);
    });

    it('given as one chunk is parted too', async () => {
      const store = await createS3Store(s3.place(), { partBytes: 400_000 });
      expect(await store.put(Readable.from([bytes]), { maxBytes: 1_000_000 })).toEqual({ sha256, sizeBytes: 1_000_000 });
      expect((await buffer((await store.open(sha256)).stream)).equals(bytes)).toBe(true);
    });
  });

  it.each<[when: string, again: (open: () => Promise<unknown>, store: ObjectStore) => Promise<unknown>]>([
    ['at a start', (open) => open()],
    ['when it is asked to', (_open, store) => store.tidy()],
  ])('removes %s what a killed process left after a day, of its own place alone; what is younger may be in use', async (_when, again) => {
    const [place, other] = [s3.place(), s3.place()];
    for (const { bucket, prefix } of [place, other]) {
      const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: `${prefix}tmp/half` }));
      await s3.client.send(new UploadPartCommand({ Bucket: bucket, Key: `${prefix}tmp/half`, UploadId, PartNumber: 1, Body: 'half' }));
      await s3.client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: `${prefix}${keyOf('ab'.repeat(32))}` }));
    }
    await writeAround(s3.client, place, 'tmp/staged', 'whole');
    await writeAround(s3.client, place, keyOf('cd'.repeat(32)), 'kept');
    const all = await contentsOf(s3.client, place);
    expect(all.length).toBe(4);
    let days = 0.99;
    const open = () => createS3Store(place, {}, () => new Date(Date.now() + days * 86_400_000));
    const store = await open();
    await store.tidy();
    expect(await contentsOf(s3.client, place)).toEqual(all);
    days = 1.01;
    await again(open, store);
    expect(await contentsOf(s3.client, place)).toEqual([keyOf('cd'.repeat(32))]);
    expect((await contentsOf(s3.client, other)).length).toBe(2);
  });

  it('gives links that open one object for a while, under the name and type they fix', async () => {
    const { direct, put } = await createS3Store(s3.place());
    if (!direct) throw new Error('no links');
    const { sha256 } = await put(Readable.from([Buffer.from('存证')]), { maxBytes: 100 });
    const as = {
      mediaType: 'image/jpeg',
      contentDisposition: `attachment; filename="_.jpg"; filename*=UTF-8''%E8%BA%AB.jpg`,
      ttlSeconds: 60,
    };
    const link = await direct.link(sha256, as);
    expect([new URL(link).origin, direct.origin]).toEqual([`http://127.0.0.1:${s3.port}`, `http://127.0.0.1:${s3.port}`]);
    const answer = await fetch(link);
    expect([answer.status, await answer.text()]).toEqual([200, '存证']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': as.contentDisposition,
      'cache-control': 'private, max-age=60',
    });
    expect(await (await fetch(link, { headers: { range: 'bytes=3-5' } })).text()).toBe('证');
    // Another object, name or time than the signed one.
    for (const [from, to] of [
      [sha256, '0'.repeat(64)],
      ['_.jpg', '_.exe'],
      ['Expires=60', 'Expires=6000'],
    ] as const) {
      const forged = link.replace(from, to);
      expect(forged).not.toBe(link);
      expect((await fetch(forged)).status).toBe(403);
    }
    await expect(async () => direct.link('../tmp/x', as)).rejects.toMatchObject({ kind: 'missing' });
  });

  async function partsOf(prefix: string): Promise<number> {
    const { Uploads: [upload] = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix: prefix }));
    if (!upload?.UploadId) return 0;
    const { Parts = [] } = await s3.client.send(new ListPartsCommand({ Bucket: s3.bucket, Key: upload.Key, UploadId: upload.UploadId }));
    return Parts.length;
  }
});
