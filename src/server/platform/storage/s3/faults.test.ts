import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf, keyOf } from '../../../../../test/installation/s3/contents.ts';
import { startFaultyWay, type Fault, type FaultyWay, type S3Call } from '../../../../../test/installation/s3/faults.ts';
import { hasS3, startS3, type S3Server } from '../../../../../test/installation/s3/server.ts';
import { answerLimit, openBucket, type S3Pace } from './bucket.ts';
import { createS3Store } from './store.ts';
import type { ObjectStore } from '../store.ts';

const large = randomBytes(300_000);
const small = randomBytes(5000);
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** Uploaded in three parts, and copied in two. */
const parts: Partial<S3Pace> = { partBytes: 120_000, attempts: 1 };
const copies: Partial<S3Pace> = { ...parts, copyBytes: 200_000 };

describe.skipIf(!hasS3)('an S3 store whose storage fails', () => {
  let s3: S3Server;
  let way: FaultyWay;
  beforeAll(async () => {
    s3 = await startS3();
    way = await startFaultyWay(s3.port);
  });
  afterAll(async () => {
    await way?.stop();
    s3?.stop();
  });
  const put = (store: ObjectStore, bytes: Buffer) =>
    store.put(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]), { maxBytes: 1_000_000 });

  // What may exist after a failed put: nothing, or the whole object if the storage failed at the last step.
  const [nothing, maybeObject] = [[] as string[], 'object'];
  it.each<[what: string, bytes: Buffer, pace: Partial<S3Pace>, call: S3Call, fault: Fault, at: number, left: string[] | string]>([
    ['a small object, 500', small, parts, 'put', 'error', 1, nothing],
    ['a small object, 507', small, parts, 'put', 'full', 1, nothing],
    ['a small object, cut', small, parts, 'put', 'cut', 1, nothing],
    ['a small object, no answer', small, parts, 'put', 'silent', 1, nothing],
    ['a small object, changed on the way', small, parts, 'put', 'changed', 1, nothing],
    ['a small object, answer lost', small, parts, 'put', 'lost answer', 1, maybeObject],
    ['a small object of the wrong size', small, parts, 'head', 'wrong size', 1, maybeObject],
    ['the beginning, 500', large, parts, 'begin', 'error', 1, nothing],
    ['the beginning, answer lost', large, parts, 'begin', 'lost answer', 1, ['upload of tmp/']],
    ['the first part, 500', large, parts, 'part', 'error', 1, nothing],
    ['the second part, 507', large, parts, 'part', 'full', 2, nothing],
    ['the second part, cut', large, parts, 'part', 'cut', 2, nothing],
    ['the second part, no answer', large, parts, 'part', 'silent', 2, nothing],
    ['the second part, changed on the way', large, parts, 'part', 'changed', 2, nothing],
    ['the last part, answer lost', large, parts, 'part', 'lost answer', 3, nothing],
    ['completion, 500', large, parts, 'complete', 'error', 1, nothing],
    ['completion, answer lost', large, parts, 'complete', 'lost answer', 1, nothing],
    ['the staged object of the wrong size', large, parts, 'head', 'wrong size', 1, nothing],
    ['the copy, 500', large, parts, 'copy', 'error', 1, nothing],
    ['the copy, no answer', large, parts, 'copy', 'silent', 1, nothing],
    ['the copy, answer lost', large, parts, 'copy', 'lost answer', 1, maybeObject],
    ['the copy of the wrong size', large, parts, 'head', 'wrong size', 2, maybeObject],
    ['the second part of the copy, 500', large, copies, 'copy part', 'error', 2, nothing],
    ['the second part of the copy, cut', large, copies, 'copy part', 'lost answer', 2, nothing],
    ['completion of the copy, answer lost', large, copies, 'complete', 'lost answer', 2, maybeObject],
  ])('refuses the put, shows nothing half, and takes it when it is repeated: %s', async (_what, bytes, pace, call, fault, at, left) => {
    const place = s3.place(way.port);
    const store = await createS3Store(place, { ...pace, ...patience(fault) });
    way.failOnce(call, fault, at);
    await expect(put(store, bytes)).rejects.toThrow();
    expect(way.happened()).toBe(true);
    const key = keyOf(sha256Of(bytes));
    const lying = (await contentsOf(s3.client, place)).map((name) => name.replace(/tmp\/.+/, 'tmp/'));
    expect(lying).toEqual(left === maybeObject ? [key] : left);

    expect(await put(store, bytes)).toEqual({ sha256: sha256Of(bytes), sizeBytes: bytes.length });
    expect((await buffer((await store.open(sha256Of(bytes))).stream)).equals(bytes)).toBe(true);
    await createS3Store(place, {}, () => new Date(Date.now() + 2 * 86_400_000));
    expect(await contentsOf(s3.client, place)).toEqual([key]);
  });

  it.each<[call: S3Call, fault: Fault, at: number]>([
    ['begin', 'error', 1],
    ['part', 'cut', 2],
    ['part', 'lost answer', 2],
    ['part', 'silent', 1],
    ['part', 'slow', 1],
    ['copy', 'slow', 1],
    ['copy', 'lost answer', 1],
    ['head', 'cut', 1],
    ['delete', 'error', 1],
  ])('rides out one fault of its own accord: %s, %s (%i)', async (call, fault, at) => {
    const place = s3.place(way.port);
    const store = await createS3Store(place, { ...parts, ...patience(fault), attempts: 3 });
    way.failOnce(call, fault, at);
    expect(await put(store, large)).toEqual({ sha256: sha256Of(large), sizeBytes: large.length });
    expect(way.happened()).toBe(true);
    expect((await buffer((await store.open(sha256Of(large))).stream)).equals(large)).toBe(true);
  });

  const hashed = keyOf(sha256Of(large));
  it.each<[call: S3Call, at: number, fault: 'silent' | 'done and silent', whole: boolean]>([
    ['begin', 1, 'done and silent', false],
    ['part', 2, 'silent', false],
    ['complete', 1, 'silent', false],
    ['complete', 1, 'done and silent', false],
    ['copy part', 2, 'done and silent', false],
    ['complete', 2, 'done and silent', true],
  ])(
    'shows nothing half when the process is killed at %s %i (%s), takes it again, and has its leavings cleared',
    async (call, at, fault, whole) => {
      const own = await startFaultyWay(s3.port);
      const place = s3.place(own.port);
      own.failOnce(call, fault, at);
      const killed = put(await createS3Store(place, { ...copies, copiesAtOnce: 1 }), large);
      const isOver = expect.poll(own.isOver, { timeout: 120_000 }).toBe(true);
      // From here on, no further request of the process gets through.
      await Promise.all([expect(killed).rejects.toThrow(), isOver.then(() => own.stop())]);
      expect((await contentsOf(s3.client, place)).filter((name) => name.startsWith('sha256/'))).toEqual(whole ? [hashed] : []);
      const direct = { ...place, endpoint: s3.place().endpoint };
      const store = await createS3Store(direct, copies, () => new Date(Date.now() + 2 * 86_400_000));
      await put(store, large);
      await store.tidy();
      expect(await contentsOf(s3.client, place)).toEqual([hashed]);
      expect((await buffer((await store.open(sha256Of(large))).stream)).equals(large)).toBe(true);
    },
  );

  it('acknowledges what is whole although the staged object cannot be removed now', async () => {
    const place = s3.place(way.port);
    const store = await createS3Store(place, parts);
    way.failOnce('delete', 'error');
    expect(await put(store, large)).toMatchObject({ sizeBytes: large.length });
    expect((await contentsOf(s3.client, place)).length).toBe(2);
    await createS3Store(place, {}, () => new Date(Date.now() + 2 * 86_400_000));
    expect(await contentsOf(s3.client, place)).toEqual([keyOf(sha256Of(large))]);
  });

  it('tells each answer of a large put but the last, and copies some parts at a time', async () => {
    const store = await createS3Store(s3.place(way.port), { ...parts, copyBytes: 30_000, copiesAtOnce: 3 });
    way.seen();
    const steps: S3Call[][] = [];
    await store.put(Readable.from([large]), { maxBytes: 1_000_000, onStep: () => void steps.push(way.seen()) });
    const asked = [...steps.flat(), ...way.seen()];
    const many = (call: S3Call, times: number): S3Call[] => Array.from({ length: times }, () => call);
    expect(asked).toEqual([
      'begin',
      ...many('part', 3),
      'complete',
      'head',
      'begin',
      ...many('copy part', 10),
      'complete',
      'head',
      'delete',
    ]);
    // The last HEAD and the deletions after it end the put.
    expect(steps).toHaveLength(asked.length - 2);
    expect(way.mostCopies).toBeGreaterThan(1);
    expect(way.mostCopies).toBeLessThanOrEqual(3);
  });

  it('does not pass half an object off as a whole one', async () => {
    const store = await createS3Store(s3.place(way.port), parts);
    await put(store, large);
    way.failOnce('get', 'cut answer');
    const { stream } = await store.open(sha256Of(large));
    await expect(buffer(stream)).rejects.toThrow();
  });

  it.each<Fault>(['error', 'cut', 'silent'])('does not take a storage that fails for an object that is missing: %s', async (fault) => {
    const store = await createS3Store(s3.place(way.port), { ...parts, ...patience(fault) });
    for (const [call, read] of [
      ['head', () => store.stat(sha256Of(small))],
      ['get', () => store.open(sha256Of(small))],
    ] as const) {
      way.failOnce(call, fault);
      await expect(read()).rejects.not.toMatchObject({ kind: 'missing' });
    }
    way.failOnce('put', fault);
    await expect(store.check()).rejects.toThrow();
    await store.check();
  });

  it('comes back by itself when the storage does', async () => {
    const first = await startFaultyWay(s3.port);
    const place = s3.place(first.port);
    const store = await createS3Store(place, parts);
    await first.stop();
    await expect(put(store, large)).rejects.toThrow();
    await expect(store.check()).rejects.toThrow('ECONNREFUSED');
    await expect(createS3Store(place, parts)).rejects.toThrow('ECONNREFUSED');
    expect(await contentsOf(s3.client, place)).toEqual([]);
    const second = await startFaultyWay(s3.port, first.port);
    try {
      expect(await put(store, large)).toEqual({ sha256: sha256Of(large), sizeBytes: large.length });
    } finally {
      await second.stop();
    }
  });
});

describe('the limit for an answer', () => {
  const pace = { answerMs: 20_000, workMs: 120_000, slowest: 100_000 };
  it.each([
    ['a question', { method: 'HEAD', headers: {} }, 20_000],
    ['a small object', { method: 'PUT', headers: { 'content-length': '5000' } }, 20_050],
    ['a part of 8 MB', { method: 'PUT', headers: { 'content-length': '8000000' } }, 100_000],
    ['a copy', { method: 'PUT', headers: { 'x-amz-copy-source': 'bucket/key' } }, 120_000],
    ['the joining of parts', { method: 'POST', headers: { 'content-length': '1000' } }, 120_010],
  ])('of %s', (_, request, limit) => expect(answerLimit(request, pace)).toBe(limit));

  it.skipIf(!hasS3)('is kept by each request', async () => {
    const s3 = await startS3();
    const way = await startFaultyWay(s3.port);
    try {
      const { client, name } = openBucket(s3.place(way.port), { attempts: 1, answerMs: 300, workMs: 600_000, slowest: 1 });
      way.failOnce('head', 'silent');
      await expect(client.send(new HeadObjectCommand({ Bucket: name, Key: 'none' }))).rejects.toThrow(/requestTimeout/);
      // The body may take 5,000 s.
      way.failOnce('put', 'slow');
      await client.send(new PutObjectCommand({ Bucket: name, Key: 'some', Body: small }));
      expect(way.happened()).toBe(true);
    } finally {
      await way.stop();
      s3.stop();
    }
  });
});

/** Short where no answer ever comes; elsewhere long enough for a busy machine. */
function patience(fault: Fault): Partial<S3Pace> {
  const ms = fault === 'silent' ? 1500 : 60_000;
  return { answerMs: ms, workMs: ms };
}
