import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/installation/database.ts';
import { webhookMaker } from '../../../../../test/installation/factories/webhooks.ts';
import { accept, hang, redirect, refuse, reset, webhookReceivers } from '../../../../../test/installation/servers/webhook-receiver.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { createReach } from './reach.ts';

const installation = testDatabase();
const make = webhookMaker(installation);
const startReceiver = webhookReceivers();
const count = 300;
const faulty = {
  reach: { ...createReach({ allowPrivate: true }), timeoutMs: 300 },
  delays: Array.from({ length: 60 }, () => 0.02),
  patienceMs: 0,
};

/** A server that releases and records nothing any more once it is killed. */
function startMortal(): { kill(): Promise<unknown> } {
  const { db, pool } = openDatabase(installation.pool.options, 3);
  const server = make.start({ ...faulty, db });
  return { kill: () => Promise.all([pool.end(), server.stop().catch(() => undefined)]) };
}

it('lose nothing and invent nothing: every event arrives, under one id, while servers stop, are killed and come back', async () => {
  const receiver = await startReceiver();
  const owner = await make.client('enterprise');
  const { secret } = await make.endpoint(owner.app_id, receiver.origin);
  const verifier = new Webhook(secret);
  const accepted = new Set<string>();
  receiver.answer((response, message, request) => {
    const event = verifier.verify(message.body, message.headers) as { data: { baoquan: string } };
    if (Math.random() < 0.3) return ([refuse, hang, reset, redirect][Math.floor(Math.random() * 4)] ?? refuse)(response, message, request);
    accepted.add(`${message.id} ${event.data.baoquan}`);
    return accept(response, message, request);
  });

  const numbers = Array.from({ length: count }, (_, at) => at.toString(16).toUpperCase().padStart(32, '0'));
  for (let at = 0; at < count; at += 50) {
    const [stopped, killed] = [make.start(faulty), startMortal()];
    await make.events(...numbers.slice(at, at + 50).map((number) => make.evidenceCreated(owner.userId ?? '', number)));
    await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBeGreaterThan(at + 25);
    await Promise.all([stopped.stop(), killed.kill()]);
    // Simulates the end of their leases.
    await installation.db.updateTable('webhook_delivery').set({ due_at: new Date() }).where('is_held', '=', true).execute();
  }
  const [last, beside] = [make.start(faulty), make.start(faulty)];
  try {
    const waiting = async () => (await installation.db.selectFrom('webhook_delivery').select('id').execute()).length;
    await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toBe(0);
  } finally {
    await Promise.all([last.stop(), beside.stop()]);
  }
  const pairs = [...accepted].map((pair) => pair.split(' '));
  expect(new Set(pairs.map(([id]) => id)).size).toBe(count);
  expect(pairs.map(([, number]) => number).toSorted()).toEqual(numbers);
});
