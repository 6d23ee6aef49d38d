import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/installation/database.ts';
import { webhookMaker } from '../../../../../test/installation/factories/webhooks.ts';
import { accept, hang, refuse, type Receiver, webhookReceivers } from '../../../../../test/installation/servers/webhook-receiver.ts';
import { placeAll } from '../../../desk/events/sequencer.ts';
import { changeEndpoint, findEndpoint } from '../store.ts';
import { forgetAttempts } from './forget-store.ts';

const startReceiver = webhookReceivers();
const installation = testDatabase();
const make = webhookMaker(installation);
const servers: { stop(): Promise<void> }[] = [];
const start = (...given: Parameters<typeof make.start>) => {
  const server = make.start(...given);
  servers.push(server);
  return server;
};
let receiver: Receiver;
let owner: Awaited<ReturnType<typeof make.client>>;
beforeEach(async () => {
  receiver = await startReceiver();
  owner = await make.client('enterprise');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await installation.db.updateTable('webhook').set({ status: 'disabled' }).execute();
  await installation.db.deleteFrom('webhook_delivery').execute();
});

const userId = () => owner.userId ?? '';
const arrive = (count: number, at = receiver) => expect.poll(() => at.received.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
const rest = () => expect.poll(() => waiting(), { timeout: 120_000 }).toBe(0);
const waiting = async () => (await installation.db.selectFrom('webhook_delivery').select('id').execute()).length;
const attemptsOf = (id: string) =>
  installation.db.selectFrom('webhook_attempt').selectAll().where('webhook_id', '=', id).orderBy('id').execute();
const quick = { delays: [0, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05] };

describe('an event', () => {
  it('arrives once, signed, at every endpoint that wants it, and at no other', async () => {
    const [platform, stranger] = [await make.client(), await make.client('enterprise')];
    const wanted = await make.endpoint(owner.app_id, `${receiver.origin}/own`, ['evidence.*']);
    await make.endpoint(platform.app_id, `${receiver.origin}/platform`, ['evidence.created', 'order.paid']);
    await make.endpoint(owner.app_id, `${receiver.origin}/others`, ['order.*']);
    await make.endpoint(stranger.app_id, `${receiver.origin}/stranger`);
    start();
    await make.events(make.evidenceCreated(userId(), 'A'.repeat(32)));
    await arrive(2);
    await rest();
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/own', '/platform']);
    const got = receiver.received.find(({ path }) => path === '/own');
    const event = new Webhook(wanted.secret).verify(got?.body ?? '', got?.headers ?? {});
    expect(event).toEqual({
      id: got?.id,
      type: 'evidence.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { user_id: userId(), baoquan: 'A'.repeat(32), sha256: '0'.repeat(64) },
    });
    expect(got?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^evt_[0-9a-f]{16}$/) });
    expect(await findEndpoint(installation.db, wanted.id)).toMatchObject({
      failing_since: null,
      failures: 0,
      last_success_at: expect.any(Date),
    });
  });

  it('that was there before an endpoint is not sent to it', async () => {
    await make.events(make.evidenceCreated(userId()));
    await make.endpoint(owner.app_id, receiver.origin);
    start();
    await make.events(make.evidenceCreated(userId(), 'B'.repeat(32)));
    await arrive(1);
    await rest();
    expect(receiver.received.map(({ body }) => body.includes('B'.repeat(32)))).toEqual([true]);
  });

  it('is tried ten times under one id and with one body, and then no more', async () => {
    receiver.answer(refuse);
    const { id } = await make.endpoint(owner.app_id, receiver.origin);
    start(quick);
    await make.events(make.evidenceCreated(userId()));
    await arrive(10);
    await rest();
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ id: event, body }) => event + body)).size).toBe(1);
    const attempts = await attemptsOf(id);
    expect(attempts.map(({ attempt, status, http_status: status_ }) => [attempt, status, status_])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at + 1, 'failed', 500]),
    );
    expect(attempts.map(({ next_at: next }) => next === null)).toEqual([...Array(9).fill(false), true]);
    expect(await findEndpoint(installation.db, id)).toMatchObject({ failures: 10, status: 'enabled', failing_since: attempts[0]?.at });
  });

  it('waits for as long as the receiver asks', async () => {
    receiver.answer((response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    const { id } = await make.endpoint(owner.app_id, receiver.origin);
    start(quick);
    await make.events(make.evidenceCreated(userId()));
    await expect.poll(async () => (await attemptsOf(id)).length).toBe(1);
    const [attempt] = await attemptsOf(id);
    expect(Math.round(((attempt?.next_at?.getTime() ?? 0) - (attempt?.at.getTime() ?? 0)) / 60_000)).toBe(60);
    await installation.db.deleteFrom('webhook_delivery').execute();
  });

  it('that comes in while a server stops is another’s at once', async () => {
    receiver.answer(hang);
    await make.endpoint(owner.app_id, receiver.origin);
    const first = start({ patienceMs: 50 });
    await make.events(make.evidenceCreated(userId()));
    await arrive(1);
    await first.stop();
    receiver.answer(accept);
    start();
    await arrive(2);
    await rest();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });

  it('in the hands of a server that was killed is sent again when its lease has ended', async () => {
    await make.endpoint(owner.app_id, receiver.origin);
    await make.events(make.evidenceCreated(userId()));
    const { queueNewEvents } = await import('./feed-store.ts');
    const { claimDue } = await import('./claim-store.ts');
    await queueNewEvents(installation.db);
    expect(await claimDue(installation.db, 30)).toHaveLength(1);
    expect(await claimDue(installation.db, 30)).toHaveLength(0);
    await installation.db
      .updateTable('webhook_delivery')
      .set({ due_at: new Date(Date.now() - 1000) })
      .execute();
    start();
    await arrive(1);
    await rest();
  });
});

describe('an endpoint', () => {
  it('that answers 410 is disabled at once, its other endpoint and role 1 are told, and nothing more comes', async () => {
    const other = await startReceiver();
    receiver.answer((response) => response.writeHead(410).end());
    const { id } = await make.endpoint(owner.app_id, receiver.origin, ['evidence.*']);
    await make.endpoint(owner.app_id, other.origin, ['webhook.*']);
    start(quick);
    await make.events(make.evidenceCreated(userId()), make.evidenceCreated(userId()));
    await expect.poll(async () => (await findEndpoint(installation.db, id))?.status).toBe('disabled');
    await placeAll(installation.db);
    await arrive(1, other);
    expect(JSON.parse(other.received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.disabled',
      data: { user_id: userId(), webhook_id: id },
    });
    expect(await findEndpoint(installation.db, id)).toMatchObject({ reason: 'gone' });
    const messages = await installation.db.selectFrom('message').select('kind').where('event', 'like', `webhook/${id}/%`).execute();
    expect(messages.length).toBeGreaterThan(0);
    expect(new Set(messages.map(({ kind }) => kind))).toEqual(new Set(['webhook']));
    const before = receiver.received.length;
    await make.events(make.evidenceCreated(userId()));
    await make.events(make.evidenceCreated(userId()));
    await expect
      .poll(async () => (await installation.db.selectFrom('webhook_feed').select('place').execute())[0]?.place)
      .toBe(await newestPlace());
    expect(receiver.received.length).toBe(before);
  });

  it('that failed for five days without a success is disabled by its next failure, and one success ends the count', async () => {
    const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000);
    receiver.answer(refuse);
    const failing = await make.endpoint(owner.app_id, `${receiver.origin}/failing`);
    start();
    await installation.db.updateTable('webhook').set({ failing_since: sixDaysAgo, failures: 9 }).where('id', '=', failing.id).execute();
    await make.events(make.evidenceCreated(userId()));
    await expect.poll(async () => (await findEndpoint(installation.db, failing.id))?.reason).toBe('failing');
    const saved = await make.endpoint(owner.app_id, `${receiver.origin}/saved`);
    await installation.db.updateTable('webhook').set({ failing_since: sixDaysAgo, failures: 9 }).where('id', '=', saved.id).execute();
    receiver.answer(accept);
    await make.events(make.evidenceCreated(userId()));
    await expect
      .poll(async () => findEndpoint(installation.db, saved.id))
      .toMatchObject({ status: 'enabled', failing_since: null, failures: 0 });
  });

  it('of a client that is disabled rests, and gets what waited when the client is enabled again', async () => {
    await make.endpoint(owner.app_id, receiver.origin);
    const other = await startReceiver();
    const platform = await make.client();
    await make.endpoint(platform.app_id, other.origin);
    await installation.db.updateTable('credential').set({ status: 'disabled' }).where('app_id', '=', owner.app_id).execute();
    start();
    await make.events(make.evidenceCreated(userId()));
    await arrive(1, other);
    expect(receiver.received).toEqual([]);
    await installation.db.updateTable('credential').set({ status: 'enabled' }).where('app_id', '=', owner.app_id).execute();
    await arrive(1);
    await rest();
  });

  it('is sent four at a time, by two servers together, and one at a time while its last attempt failed', async () => {
    const { id } = await make.endpoint(owner.app_id, receiver.origin);
    let isFailing = false;
    // The first four are answered together: on a busy machine none of them waits for another otherwise.
    const first: ServerResponse[] = [];
    const answer = (response: ServerResponse) => response.writeHead(isFailing ? 500 : 200).end();
    receiver.answer((response) => {
      if (first.length === 4) setTimeout(answer, 30, response);
      else if (first.push(response) === 4) first.forEach(answer);
    });
    start(quick);
    start(quick);
    await make.events(...Array.from({ length: 40 }, () => make.evidenceCreated(userId())));
    await arrive(40);
    await rest();
    expect([receiver.received.length, receiver.atOnce()]).toEqual([40, 4]);
    isFailing = true;
    await make.events(make.evidenceCreated(userId()));
    await expect.poll(async () => (await findEndpoint(installation.db, id))?.failures).toBeGreaterThan(0);
    const failing = await startReceiver();
    failing.answer((response) => setTimeout(() => response.writeHead(500).end(), 30));
    await moveEndpoint(id, failing.origin);
    await make.events(...Array.from({ length: 5 }, () => make.evidenceCreated(userId())));
    await arrive(20, failing);
    expect(failing.atOnce()).toBe(1);
  });

  it('of a client with many endpoints waits its turn beside that of a client with one', async () => {
    const { queueNewEvents } = await import('./feed-store.ts');
    const { claimDue } = await import('./claim-store.ts');
    const limits = { perEndpoint: 4, healthy: 6, failing: 2 };
    const greedy = await make.client('enterprise');
    for (let count = 0; count < 12; count += 1) await make.endpoint(greedy.app_id, `${receiver.origin}/${count}`);
    const { id } = await make.endpoint(owner.app_id, receiver.origin);
    const events = async (user: string | null) => {
      await make.events(...Array.from({ length: 5 }, () => make.evidenceCreated(user ?? '')));
      await queueNewEvents(installation.db);
    };
    await events(greedy.userId);
    await events(userId());
    const first = await claimDue(installation.db, 30, limits);
    expect(first).toHaveLength(6);
    expect(first.filter(({ webhookId }) => webhookId === id)).toHaveLength(1);
    // One of the greedy client's ends: whose turn it is has fewer under way.
    const [ended] = first.filter(({ webhookId }) => webhookId !== id);
    await installation.db
      .deleteFrom('webhook_delivery')
      .where('id', 'in', [ended?.id ?? '', ...first.filter((one) => one.webhookId === id).map((one) => one.id)])
      .execute();
    const second = await claimDue(installation.db, 30, limits);
    expect(second.map(({ webhookId }) => webhookId === id)).toContain(true);
  });

  it('that hangs holds up no other', async () => {
    const dead = await startReceiver();
    dead.answer(hang);
    for (let count = 0; count < 15; count += 1) await make.endpoint((await make.client()).app_id, `${dead.origin}/${count}`);
    await make.endpoint(owner.app_id, receiver.origin);
    start(quick);
    for (let round = 1; round <= 5; round += 1) {
      await make.events(make.evidenceCreated(userId()), make.evidenceCreated(userId()));
      await arrive(round * 2);
    }
    expect(dead.atOnce()).toBeLessThanOrEqual(60);
  });
});

describe('what was tried', () => {
  it('is dropped with its day, and what waits for a day that is gone is not sent', async () => {
    const { id } = await make.endpoint(owner.app_id, receiver.origin);
    start();
    await make.events(make.evidenceCreated(userId()));
    await expect.poll(async () => (await attemptsOf(id)).length).toBe(1);
    await forgetAttempts(installation.db, 90);
    expect(await attemptsOf(id)).toHaveLength(1);
    await installation.db
      .insertInto('webhook_delivery')
      .values({ webhook_id: id, place: '1', kind: 'event', due_at: new Date(Date.now() + 60_000) })
      .execute();
    await forgetAttempts(installation.db, 90);
    expect(await waiting()).toBe(0);
    await forgetAttempts(installation.db, -2);
    expect(await attemptsOf(id)).toEqual([]);
  });
});

async function moveEndpoint(id: string, url: string): Promise<void> {
  await installation.db.transaction().execute((tx) => changeEndpoint(tx, id, { url }, false));
}

async function newestPlace(): Promise<string | undefined> {
  return (await installation.db.selectFrom('event').select('place').orderBy('place', 'desc').limit(1).executeTakeFirst())?.place;
}
