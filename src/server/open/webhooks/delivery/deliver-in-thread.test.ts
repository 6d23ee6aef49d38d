import { expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/installation/database.ts';
import { webhookMaker } from '../../../../../test/installation/factories/webhooks.ts';
import { startTraceReceiver } from '../../../../../test/installation/servers/trace-receiver.ts';
import { webhookReceivers } from '../../../../../test/installation/servers/webhook-receiver.ts';
import { readConfig } from '../../../platform/runtime/config.ts';
import { deliverInThread } from './deliver-in-thread.ts';

const installation = testDatabase();
const make = webhookMaker(installation);
const startReceiver = webhookReceivers();

it('delivers in a thread of its own until it is stopped, each event in a trace', async () => {
  const collector = await startTraceReceiver();
  const receiver = await startReceiver();
  const owner = await make.client('enterprise');
  await make.endpoint(owner.app_id, receiver.origin);
  await make.events(make.evidenceCreated(owner.userId ?? ''));
  const stopping = new AbortController();
  const { office, traces } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin });
  const lines: string[] = [];
  const run = deliverInThread(
    { connection: installation.pool.options, webhooks: { allowPrivate: true }, office, traces, calls: new SharedArrayBuffer(4) },
    stopping.signal,
    (line) => lines.push(line),
  );
  try {
    await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBe(1);
    await expect
      .poll(async () => (await installation.db.selectFrom('webhook_attempt').select('status').execute())[0]?.status)
      .toBe('succeeded');
  } finally {
    stopping.abort();
    await run.finally(() => collector.stop());
  }
  expect(lines).toEqual([]);
  const root = collector.spans.find(({ name }) => name === 'delivering an event');
  expect(root).toMatchObject({ service: 'notary-webhooks', parentSpanId: '' });
  expect(collector.trace(root?.traceId ?? '')).toContainEqual(
    expect.objectContaining({
      name: 'POST webhook',
      parentSpanId: root?.spanId,
      facts: expect.objectContaining({ 'server.address': '127.0.0.1' }),
    }),
  );
});
