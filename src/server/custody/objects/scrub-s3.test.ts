import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, writeAround } from '../../../../test/installation/s3/contents.ts';
import { startFaultyWay } from '../../../../test/installation/s3/faults.ts';
import { hasS3, startS3, type S3Server } from '../../../../test/installation/s3/server.ts';
import { createS3Store } from '../../platform/storage/s3/store.ts';
import { checkObject } from './object-check.ts';

describe.skipIf(!hasS3)('on a real S3 server', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3?.stop());

  it('tells whole, damaged, cut short, missing and out of reach apart', async () => {
    const place = s3.place();
    const store = await createS3Store(place, { partBytes: 100_000 });
    const object = await store.put(Readable.from([randomBytes(300_000)]), { maxBytes: 1_000_000 });
    const look = async (wanted = object) => {
      const found = await checkObject(store, wanted, async () => undefined, new AbortController().signal);
      return found === 'stopped' ? found : found.check;
    };
    expect(await look()).toBe('whole');
    await writeAround(s3.client, place, keyOf(object.sha256), 'x'.repeat(300_000));
    expect(await look()).toBe('damaged');
    await writeAround(s3.client, place, keyOf(object.sha256), 'cut');
    expect(await look()).toBe('damaged');
    await s3.client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: `${place.prefix}${keyOf(object.sha256)}` }));
    expect(await look()).toBe('missing');
    const failing = { ...store, open: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    await expect(checkObject(failing, object, async () => undefined, new AbortController().signal)).rejects.toThrow('ECONNREFUSED');
  });

  it('takes one wrong answer for no damage', async () => {
    const way = await startFaultyWay(s3.port);
    const store = await createS3Store(s3.place(way.port), {});
    const object = await store.put(Readable.from([randomBytes(300)]), { maxBytes: 1000 });
    way.failOnce('get', 'wrong size');
    const found = await checkObject(store, object, async () => undefined, new AbortController().signal);
    expect(way.happened()).toBe(true);
    expect(found).toEqual({ check: 'whole', sha512: null });
    await way.stop();
  });
});
