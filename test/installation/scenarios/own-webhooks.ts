import { randomBytes } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import type { AttemptAnswer } from '../../../src/contract/open/webhooks.ts';
import type { testApp } from '../app.ts';
import { webhookMaker } from '../factories/webhooks.ts';
import { intakeClient } from '../intake.ts';
import { webhookReceivers, type Receiver } from '../servers/webhook-receiver.ts';

type Maker = ReturnType<typeof webhookMaker>;
type Calls = ReturnType<typeof intakeClient>;

/** A client with endpoints of its own at a receiver, and another client. */
export function ownWebhooks(installation: ReturnType<typeof testApp>) {
  const make = webhookMaker(installation);
  const startReceiver = webhookReceivers();
  const desk = {} as { receiver: Receiver; own: Awaited<ReturnType<Maker['client']>>; calls: Calls; others: Calls };

  async function fresh(kind: 'platform' | 'enterprise' = 'platform') {
    const client = await make.client(kind);
    return { client, calls: intakeClient(installation.app, client) };
  }

  beforeAll(async () => {
    desk.receiver = await startReceiver();
    ({ client: desk.own, calls: desk.calls } = await fresh('enterprise'));
    ({ calls: desk.others } = await fresh());
  });

  const unique = () => randomBytes(8).toString('hex');
  const create = (change: Record<string, unknown> = {}, by = desk.calls) =>
    by.post('/open/v1/webhooks', { unique_id: unique(), url: desk.receiver.origin, types: ['evidence.*'], ...change });
  const created = async (change: Record<string, unknown> = {}, by = desk.calls) => {
    const { status, body } = await create(change, by);
    expect(status).toBe(200);
    return { id: String(body['id']), secret: String(body['secret']), path: `/open/v1/webhooks/${String(body['id'])}` };
  };
  const patch = (path: string, json: unknown, by = desk.calls) =>
    by.send({ method: 'PATCH', path, body: JSON.stringify(json), contentType: 'application/json' });
  const deliveries = async (path: string, query = '', by = desk.calls) =>
    (await by.get(`${path}/deliveries${query}`)).body as unknown as { list: AttemptAnswer[]; next: string | null };
  return Object.assign(desk, { make, fresh, unique, create, created, patch, deliveries });
}
