import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { intakeClient, type IntakeKey } from '../../../../test/installation/intake.ts';
import type { EventType, OpenEvent } from '../../../contract/open/events.ts';
import { buildServer } from '../../app.ts';
import { emit, type NewEvent } from '../../desk/events/emit.ts';
import { placeAll } from '../../desk/events/sequencer.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { newCredential } from '../../business/users/credentials.ts';

const installation = testApp();
const platform = newCredential();
const [own, other] = [newCredential(), newCredential()];
let [ownId, otherId] = ['', ''];
beforeAll(async () => {
  const user = async (mobile: string) =>
    (
      await installation.db
        .insertInto('users')
        .values({ type: 'enterprise', status: 'approved', name: '某公司', mobile, registered_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  [ownId, otherId] = [await user('10300000001'), await user('10300000002')];
  await installation.db
    .insertInto('credential')
    .values([
      { ...platform, kind: 'platform', user_id: null, name: '门户网站' },
      { ...own, kind: 'enterprise', user_id: ownId, name: '甲公司' },
      { ...other, kind: 'enterprise', user_id: otherId, name: '乙公司' },
    ])
    .execute();
});
beforeEach(() => installation.pool.query('truncate event_pending, event'));

const suspended = (user_id: string): NewEvent => ({
  type: 'user.suspended',
  data: { user_id, user_status: 3, repair_type: 0, reason: null },
});
const created = (user_id: string): NewEvent => ({ type: 'evidence.created', data: { user_id, baoquan: uid(), sha256: 'a' } });
const damaged = (user_id: string): NewEvent => ({ type: 'evidence.damaged', data: { user_id, baoquan: uid(), sha256: 'a' } });
async function happen(...events: NewEvent[]): Promise<void> {
  await installation.db.transaction().execute((tx) => emit(tx, events));
  await placeAll(installation.db);
}

interface Page {
  readonly status: number;
  readonly list: readonly OpenEvent[];
  readonly next: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly earliest?: string | null } | undefined;
}
async function ask(query = '', key: IntakeKey = platform): Promise<Page> {
  const { status, body } = await intakeClient(installation.app, key).get(`/open/v1/events${query}`);
  return { status, ...body } as unknown as Page;
}
const typesOf = ({ list }: Page): EventType[] => list.map(({ type }) => type);

describe('GET /events', () => {
  it('tells of every event in full, oldest first, and goes on from next to the end', async () => {
    const events = [created(ownId), suspended(otherId), damaged(ownId)];
    await happen(...events);
    const first = await ask('?limit=2');
    expect(first.status).toBe(200);
    expect(first.list).toEqual(
      events.slice(0, 2).map(({ type, data }) => ({
        id: expect.stringMatching(/^evt_[0-9a-f]{16}$/) as string,
        type,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        data,
      })),
    );
    expect(first.next).toBe(first.list[1]?.id);
    const second = await ask(`?after=${first.next}`);
    expect(second.list.map(({ data }) => data)).toEqual([events[2]?.data]);
    expect((second.next ?? '') > (first.next ?? '')).toBe(true);
    expect(await ask(`?after=${second.next}`)).toMatchObject({ status: 200, list: [], next: second.next });
  });

  it('is empty where nothing has happened', async () => {
    expect(await ask()).toMatchObject({ status: 200, list: [], next: null });
  });

  it('tells an enterprise of its own alone', async () => {
    await happen(created(ownId), created(otherId), { type: 'webhook.test', data: { user_id: null, webhook_id: '1' } }, damaged(ownId));
    const page = await ask('', own);
    expect(page.list.map(({ type, data }) => [type, data.user_id])).toEqual([
      ['evidence.created', ownId],
      ['evidence.damaged', ownId],
    ]);
    expect((await ask('?type=webhook.*', own)).list).toEqual([]);
    expect((await ask()).list).toHaveLength(4);
  });

  it('takes types and groups of them, for enterprises too, and a cursor of another type', async () => {
    await happen(created(ownId), suspended(ownId), damaged(ownId), suspended(otherId));
    for (const key of [platform, own]) {
      expect(typesOf(await ask('?type=evidence.*', key))).toEqual(['evidence.created', 'evidence.damaged']);
      expect(typesOf(await ask('?type=evidence.damaged&type=user.suspended&limit=2', key))).toEqual(['user.suspended', 'evidence.damaged']);
      const [first] = (await ask('?limit=1', key)).list;
      expect(typesOf(await ask(`?type=user.suspended&limit=1&after=${first?.id}`, key))).toEqual(['user.suspended']);
    }
    expect(await ask('?type=invoice.*')).toMatchObject({ list: [], next: null });
  });

  it.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=many'],
    ['wait', '?wait=26'],
    ['wait', '?wait=-1'],
    ['type', '?type=evidence.lost'],
    ['type', '?type=*'],
    ['type', '?type=evidence.*&type=x'],
    ['since', '?since=yesterday'],
    ['since', '?since=2026-11-22'],
    ['since', '?since=now&after=evt_0000000000000001'],
    ['after', '?after='],
    ['after', '?after=msg_0000000000000001'],
    ['after', '?after=evt_ffffffffffffffff'],
    ['after', '?after=evt_0000000000000001%20or'],
  ])('names a malformed %s: %s', async (field, query) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      error: { code: 'malformed', message: expect.stringMatching(`^${field}`) as string },
    });
  });

  it('begins now, or at a time, instead of behind a cursor', async () => {
    await happen(created(ownId));
    const [first] = (await ask()).list;
    expect(await ask('?since=now')).toMatchObject({ status: 200, list: [], next: first?.id });
    expect(await ask('?since=now', other)).toMatchObject({ status: 200, list: [], next: null });
    const between = new Date();
    await sleep(5);
    await happen(damaged(ownId), created(otherId));
    expect(typesOf(await ask(`?since=${between.toISOString()}`))).toEqual(['evidence.damaged', 'evidence.created']);
    expect(typesOf(await ask(`?since=${between.toISOString()}&type=evidence.*`, own))).toEqual(['evidence.damaged']);
    expect(typesOf(await ask('?since=2026-01-01T00:00:00%2B08:00'))).toHaveLength(3);
    const last = (await ask()).list.at(-1);
    expect(await ask('?since=2999-01-01T00:00:00Z&type=user.*')).toMatchObject({ list: [], next: last?.id });
    const waiting = ask('?since=now&wait=25');
    await sleep(200);
    await happen(suspended(ownId));
    expect(typesOf(await waiting)).toEqual(['user.suspended']);
  });

  it('refuses a cursor that is of no event of the caller, and says where to begin', async () => {
    await happen(created(ownId), created(otherId));
    const [first, second] = (await ask()).list;
    const id = BigInt(`0x${second?.id.slice(4)}`) + 1_000_000n;
    const refused = { status: 400, error: { code: 'malformed', message: expect.stringContaining('after: ') as string } };
    expect(await ask(`?after=evt_${id.toString(16).padStart(16, '0')}`)).toMatchObject(refused);
    expect(await ask(`?after=${second?.id}`, own)).toMatchObject({ ...refused, error: { ...refused.error, earliest: first?.id } });
    expect(await ask(`?after=${second?.id}`, other)).toMatchObject({ status: 200, list: [] });
  });

  it('answers 410 with the earliest id to a cursor that is older than what is kept', async () => {
    await happen(created(otherId));
    const [old] = (await ask()).list;
    await installation.pool.query('truncate event');
    await happen(created(ownId), created(ownId));
    const [earliest] = (await ask()).list;
    const gone = { status: 410, error: { code: 'gone', earliest: earliest?.id } };
    expect(await ask(`?after=${old?.id}`)).toMatchObject(gone);
    expect(await ask(`?after=${old?.id}`, own)).toMatchObject(gone);
    expect(await ask(`?after=${old?.id}`, other)).toMatchObject({ status: 410, error: { code: 'gone', earliest: null } });
  });
});

describe('a call that waits', () => {
  const busy = () => installation.pool.totalCount - installation.pool.idleCount + installation.pool.waitingCount;
  it('is answered by the first event that it is for, and takes no connection until then', async () => {
    await happen(created(ownId));
    const [{ id = '' } = {}] = (await ask()).list;
    const [all, mine, theirs] = [ask(`?wait=25&after=${id}`), ask(`?wait=25&after=${id}`, own), ask('?wait=25&type=user.*', other)];
    const many = Array.from({ length: 40 }, () => ask('?wait=25&type=invoice.*'));
    let answered = 0;
    for (const one of [all, mine, theirs, ...many]) void one.then(() => (answered += 1));
    await sleep(500);
    await vi.waitFor(() => expect(busy()).toBeLessThan(2), 4000);
    expect(answered).toBe(0);
    await happen(damaged(otherId), suspended(otherId));
    expect(typesOf(await all)).toEqual(['evidence.damaged', 'user.suspended']);
    expect(typesOf(await theirs)).toEqual(['user.suspended']);
    await happen(created(ownId));
    expect(typesOf(await mine)).toEqual(['evidence.created']);
    await happen({ type: 'invoice.created', data: { user_id: ownId, id: '1', invoiceStatus: 1, order_nos: [] } });
    for (const page of await Promise.all(many)) expect(typesOf(page)).toEqual(['invoice.created']);
  });

  it('is answered at once where there is something, and at the end of its time where there is nothing', async () => {
    await happen(created(ownId));
    const { next } = await ask('?wait=25');
    expect(await ask(`?wait=1&after=${next}`)).toMatchObject({ status: 200, list: [], next });
  });

  it('tells nothing to a client whose credentials ended meanwhile', async () => {
    const gone = newCredential();
    await installation.db
      .insertInto('credential')
      .values({ ...gone, kind: 'platform', user_id: null, name: '旧平台' })
      .execute();
    const waiting = ask('?wait=25', gone);
    await sleep(1200);
    await installation.db.updateTable('credential').set({ status: 'disabled' }).where('app_id', '=', gone.app_id).execute();
    await happen(created(ownId));
    expect(await waiting).toMatchObject({ status: 401, error: { code: 'signature' } });
  });

  it('ends when the server stops', async () => {
    const { app } = await aServer();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const headers = intakeClient(app, platform).headersOf({ method: 'GET', path: '/open/v1/events?wait=25' });
    const answer = fetch(`${address}/open/v1/events?wait=25`, { headers });
    await once(app.server, 'request');
    await app.close();
    expect(await (await answer).json()).toEqual({ list: [], next: null });
  });
});

it('the jobs of a server give events their places, and drop old ones', async () => {
  const { app, jobs } = await aServer();
  const run = async (name: string) => jobs.find((job) => job.name === name)?.run(new AbortController().signal);
  await installation.db.transaction().execute((tx) => emit(tx, created(ownId)));
  await run('giving events their places');
  await run('dropping old events');
  expect((await ask()).list).toHaveLength(1);
  await app.close();
});

describe('GET /me', () => {
  it('tells a client who it is', async () => {
    const me = async (key: IntakeKey) => intakeClient(installation.app, key).get('/open/v1/me');
    expect(await me(platform)).toEqual({
      status: 200,
      body: { app_id: platform.app_id, kind: 'platform', user_id: null, name: '门户网站' },
    });
    expect(await me(own)).toEqual({ status: 200, body: { app_id: own.app_id, kind: 'enterprise', user_id: ownId, name: '甲公司' } });
    expect(await me({ ...own, security_key: 'wrong' })).toMatchObject({ status: 401 });
  });
});

it('both are described in the OpenAPI document, with every type of event', async () => {
  const { paths } = (await installation.app.inject('/open/v1/openapi.json')).json() as {
    paths: Record<string, { get: { operationId: string; parameters?: { name: string; in: string }[] } }>;
  };
  expect(paths['/open/v1/me']?.get.operationId).toBe('getMe');
  const events = paths['/open/v1/events']?.get;
  expect(events?.operationId).toBe('listEvents');
  expect(events?.parameters?.map(({ name, in: where }) => [name, where])).toEqual(
    ['after', 'since', 'type', 'limit', 'wait'].map((name) => [name, 'query']),
  );
  expect(JSON.stringify(events)).toContain('"const":"evidence.anchored"');
});

function aServer() {
  const { db, pool, store, stages, ownerSecret } = installation;
  const key = new Uint8Array(32);
  return buildServer({
    config: readConfig({}),
    db,
    pool,
    store,
    stages,
    secrets: { token: key, link: key, owner: ownerSecret, totp: key },
    logger: false,
  });
}
