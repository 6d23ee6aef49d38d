import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasS3, startS3, type S3Server } from '../../../../test/installation/s3/server.ts';
import { startTraceReceiver } from '../../../../test/installation/servers/trace-receiver.ts';
import { endTracing, startTracing } from '../telemetry/start-tracing.ts';
import { traced } from '../telemetry/tracing.ts';
import { createS3Store } from './s3/store.ts';
import { tracedStore } from './traced-store.ts';

describe.skipIf(!hasS3)('a store in S3', () => {
  let s3: S3Server;
  let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
  beforeAll(async () => {
    [s3, receiver] = [await startS3(), await startTraceReceiver()];
    await startTracing({ endpoint: receiver.origin, address: undefined }, 'notary-server', () => undefined);
  });
  afterAll(async () => {
    await endTracing();
    await receiver?.stop();
    await s3?.stop();
  });

  it('has a span for each operation, which names neither object nor bucket; what is missing is no failure', async () => {
    const place = s3.place();
    const store = tracedStore(await createS3Store(place), 's3');
    const none = '0'.repeat(64);
    const stored = await traced('storing', { kind: 'internal', root: {} }, async () => {
      const object = await store.put(Readable.from([Buffer.from('bytes')]), { maxBytes: 5 });
      (await store.open(object.sha256)).stream.destroy();
      await expect(store.open(none)).rejects.toMatchObject({ kind: 'missing' });
      return object;
    });
    await endTracing(60_000);
    const facts = { 'notary.storage.backend': 's3', 'notary.storage.area': 'objects' };
    expect(receiver.spans.filter(({ parentSpanId }) => parentSpanId !== '')).toEqual([
      expect.objectContaining({ name: 'storage put', kind: 3, status: 0, events: ['last byte'] }),
      expect.objectContaining({ name: 'storage open', facts: { ...facts, 'notary.storage.operation': 'open' } }),
      expect.objectContaining({ name: 'storage open', status: 0, facts: expect.objectContaining({ 'notary.storage.refusal': 'missing' }) }),
    ]);
    for (const word of [stored.sha256, none, place.bucket]) expect(receiver.bodies.join('')).not.toContain(word);
  });
});
