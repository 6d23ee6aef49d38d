import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/house/database.ts';
import { webhookMaker } from '../../../../test/house/factories/webhooks.ts';
import { webhookReceivers } from '../../../../test/house/servers/webhook-receiver.ts';
import { readConfig } from '../../runtime/config.ts';
import { deliverAside } from './deliver-aside.ts';

const house = testDatabase();
const make = webhookMaker(house);
const startReceiver = webhookReceivers();

it('delivers in a thread of its own until it is stopped', async () => {
  const receiver = await startReceiver();
  const owner = await make.client('enterprise');
  await make.endpoint(owner.app_id, receiver.origin);
  await make.events(make.evidenceCreated(owner.userId ?? ''));
  const stopping = new AbortController();
  const { office } = readConfig({});
  const told: string[] = [];
  const run = deliverAside(
    { connection: house.pool.options, webhooks: { allowPrivate: true }, office, calls: new SharedArrayBuffer(4) },
    stopping.signal,
    (line) => told.push(line),
  );
  try {
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
    await expect.poll(async () => (await house.db.selectFrom('webhook_attempt').select('status').execute())[0]?.status).toBe('succeeded');
  } finally {
    stopping.abort();
    await run;
  }
  expect(told).toEqual([]);
});
