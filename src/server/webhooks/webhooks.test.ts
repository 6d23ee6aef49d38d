import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { webhookMaker } from '../../../test/house/factories/webhooks.ts';
import { intakeClient, type IntakeKey } from '../../../test/house/intake.ts';
import { accept, hang, refuse, webhookReceivers, type Receiver } from '../../../test/house/servers/webhook-receiver.ts';
import type { AttemptAnswer, WebhookAnswer } from '../../contract/open/webhooks.ts';
import { rotateKey } from './signing/key-store.ts';

const house = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const strict = testApp();
const make = webhookMaker(house);
const startReceiver = webhookReceivers();
let receiver: Receiver;
let own: Awaited<ReturnType<typeof make.client>>;
let calls: ReturnType<typeof intakeClient>;
let others: ReturnType<typeof intakeClient>;

const fresh = async (kind: 'platform' | 'enterprise' = 'platform') => {
  const client = await make.client(kind);
  return { client, calls: intakeClient(house.app, client) };
};
beforeAll(async () => {
  receiver = await startReceiver();
  ({ client: own, calls } = await fresh('enterprise'));
  ({ calls: others } = await fresh());
});

const unique = () => randomBytes(8).toString('hex');
const create = (change: Record<string, unknown> = {}, by = calls) =>
  by.post('/open/v1/webhooks', { unique_id: unique(), url: receiver.origin, types: ['evidence.*'], ...change });
const created = async (change: Record<string, unknown> = {}, by = calls) => {
  const { status, body } = await create(change, by);
  expect(status).toBe(200);
  return { id: String(body['id']), secret: String(body['secret']), path: `/open/v1/webhooks/${String(body['id'])}` };
};
const patch = (path: string, json: unknown, by = calls) =>
  by.send({ method: 'PATCH', path, body: JSON.stringify(json), contentType: 'application/json' });
const deliveries = async (path: string, query = '', by = calls) =>
  (await by.get(`${path}/deliveries${query}`)).body as unknown as { list: AttemptAnswer[]; next: string | null };

describe('an endpoint', () => {
  it('is made once under its unique_id, and shows its secret this once', async () => {
    const unique_id = unique();
    const first = await create({ unique_id, description: '生产环境' });
    expect(first).toEqual({ status: 200, body: { id: expect.any(String), secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/) } });
    expect(await create({ unique_id, description: '生产环境' })).toEqual({ status: 200, body: { id: first.body['id'] } });
    expect(await create({ unique_id, description: '其他' })).toMatchObject({ status: 409 });
    const { id } = first.body as { id: string };
    expect(await calls.get(`/open/v1/webhooks/${id}`)).toEqual({
      status: 200,
      body: {
        id,
        url: `${receiver.origin}/`,
        types: ['evidence.*'],
        description: '生产环境',
        status: 'enabled',
        reason: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        last_success_at: null,
        failing_since: null,
      },
    });
    const stored = await house.db.selectFrom('webhook_secret').selectAll().where('webhook_id', '=', id).execute();
    const remembered = await house.db.selectFrom('intake_request').selectAll().where('unique_id', '=', unique_id).execute();
    const secret = Buffer.from(String(first.body['secret']).slice('whsec_'.length), 'base64');
    expect(stored[0]?.sealed.includes(secret)).toBe(false);
    expect(JSON.stringify(remembered)).not.toContain('whsec_');
  });

  it('is changed, disabled, enabled and deleted, each on the trail without its address', async () => {
    const { id, path } = await created({ url: `${receiver.origin}/hook?token=secret` });
    expect(await patch(path, { types: ['*'], description: '新' })).toMatchObject({
      status: 200,
      body: { types: ['*'], description: '新' },
    });
    expect(await patch(path, { status: 'disabled' })).toMatchObject({ body: { status: 'disabled', reason: null } });
    expect(await patch(path, { status: 'enabled', url: `${receiver.origin}/other` })).toMatchObject({
      body: { status: 'enabled', url: `${receiver.origin}/other` },
    });
    expect(await calls.delete(path)).toEqual({ status: 200, body: {} });
    expect(await calls.get(path)).toMatchObject({ status: 404 });
    const trail = await house.db.selectFrom('trail').selectAll().where('object', '=', `webhook/${id}`).orderBy('id').execute();
    expect(trail.map(({ action }) => action)).toEqual([
      '登记回调地址',
      '修改回调地址',
      '停用回调地址',
      '修改回调地址',
      '启用回调地址',
      '删除回调地址',
    ]);
    expect(JSON.stringify(trail)).not.toContain('token=secret');
  });

  it('is its own client’s alone', async () => {
    const { id, path } = await created();
    const answers = [
      await others.get(path),
      await patch(path, { status: 'disabled' }, others),
      await others.delete(path),
      await others.post(`${path}/rotate`, {}),
      await others.post(`${path}/test`, {}),
      await others.get(`${path}/deliveries`),
      await others.post(`${path}/replay`, { event_ids: ['evt_0000000000000001'] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(answers.map(() => [403, 'forbidden']));
    const list = (await others.get('/open/v1/webhooks')).body['list'] as WebhookAnswer[];
    expect(list.map((one) => one.id)).not.toContain(id);
    for (const unknown of ['999999', '0', 'x', '%20'])
      expect(await calls.get(`/open/v1/webhooks/${unknown}`)).toMatchObject({ status: 404 });
  });

  it('is one of twenty at most', async () => {
    const { calls: many } = await fresh();
    const made = await Promise.all(Array.from({ length: 25 }, () => create({}, many)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(5);
    const list = (await many.get('/open/v1/webhooks')).body['list'] as WebhookAnswer[];
    expect(list).toHaveLength(20);
    await many.delete(`/open/v1/webhooks/${list[0]?.id ?? ''}`);
    expect(await create({}, many)).toMatchObject({ status: 200 });
  });

  it.each([
    ['credentials', { url: 'https://user:word@example.com/' }, 'url: must hold no user name and no password'],
    ['port 0', { url: 'https://example.com:0/' }, 'url: must not have the port 0'],
    ['another scheme', { url: 'ftp://example.com/' }, 'url: must be an https address'],
    ['no address at all', { url: 'example.com' }, 'url: must be an https address'],
    ['too long an address', { url: `https://example.com/${'x'.repeat(2048)}` }, 'url: must be at most 2048 characters'],
    ['an unknown type', { types: ['evidence.made'] }, 'types.0: is no type of event, no group such as evidence.*, and not *'],
    ['an unknown group', { types: ['evidence.*', 'nothing.*'] }, 'types.1: is no type of event, no group such as evidence.*, and not *'],
    ['no types', { types: [] }, expect.stringMatching(/^types: /)],
    ['no unique_id', { unique_id: '' }, expect.stringMatching(/^unique_id: /)],
  ])('with %s is refused', async (_what, change, message) => {
    expect(await create(change)).toEqual({ status: 400, body: { error: { code: 'malformed', message } } });
  });

  it('is refused where it leads into a private network or is no https, without the setting', async () => {
    const key = { app_id: 'strict', security_key: 'key' };
    await strict.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '客户端' })
      .execute();
    const strictly = intakeClient(strict.app, key);
    const refused = async (url: string) => (await create({ url }, strictly)).body.error?.message;
    expect(await refused('http://example.com/')).toBe('url: must be an https address');
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '10.1.2.3',
      '0x7f.1',
      '169.254.169.254',
      '[::ffff:10.0.0.1]',
      'localhost',
      'db',
      'a.internal',
    ])
      expect(await refused(`https://${host}/`), host).toBe('url: leads into a private network');
    expect(await create({ url: 'https://hooks.example.invalid/' }, strictly)).toMatchObject({ status: 200 });
    const { id } = (await create({ url: 'https://hooks.example.invalid/' }, strictly)).body;
    expect(await patch(`/open/v1/webhooks/${String(id)}`, { url: 'https://10.0.0.1/' }, strictly)).toMatchObject({ status: 400 });
  });
});

describe('a test', () => {
  it('is sent at once and answered with its attempt, also to an endpoint that is disabled', async () => {
    const { path, secret, id } = await created({ types: ['order.paid'] });
    await patch(path, { status: 'disabled' });
    const { status, body } = await calls.post(`${path}/test`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'webhook.test',
      attempt: 1,
      status: 'succeeded',
      http_status: 200,
      error: null,
      next_at: null,
      answer: 'ok',
    });
    const got = receiver.received.at(-1);
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({
      id: body['event_id'],
      type: 'webhook.test',
      data: { user_id: own.userId, webhook_id: id },
    });
    expect(body['request_headers']).toMatchObject({
      'webhook-id': body['event_id'],
      'webhook-signature': got?.headers['webhook-signature'],
    });
    expect((await deliveries(path)).list).toEqual([body]);
  });

  it('that fails says why, and is not tried again', async () => {
    const { path } = await created();
    receiver.answer(refuse);
    expect((await calls.post(`${path}/test`, {})).body).toMatchObject({ status: 'failed', http_status: 500, next_at: null });
    receiver.answer(accept);
    expect(await deliveries(path, '?status=pending')).toEqual({ list: [], next: null });
    expect(await calls.get(path)).toMatchObject({ body: { failing_since: expect.stringContaining('T') } });
  });

  it('is refused while four attempts are under way', async () => {
    const { path } = await created();
    receiver.answer(hang);
    const before = receiver.received.length;
    const under = Array.from({ length: 4 }, () => calls.post(`${path}/test`, {}));
    await expect.poll(() => receiver.received.length).toBe(before + 4);
    expect(await calls.post(`${path}/test`, {})).toMatchObject({ status: 429, body: { error: { code: 'rate' } } });
    receiver.drop();
    receiver.answer(accept);
    expect((await Promise.all(under)).map(({ body }) => body['error'])).toEqual(Array(4).fill('connection: ended before the answer did'));
  });
});

describe('a secret', () => {
  it('that was rotated signs for a day beside the new one, and then no more', async () => {
    const { path, id, secret: old } = await created();
    const { body } = await calls.post(`${path}/rotate`, {});
    const rotated = String(body['secret']);
    expect(rotated).not.toBe(old);
    const signedBy = async (secret: string) => {
      await calls.post(`${path}/test`, {});
      const got = receiver.received.at(-1);
      try {
        return new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {}) !== undefined;
      } catch {
        return false;
      }
    };
    expect([await signedBy(old), await signedBy(rotated)]).toEqual([true, true]);
    await house.db
      .updateTable('webhook_secret')
      .set({ until: new Date(Date.now() - 1000) })
      .where('webhook_id', '=', id)
      .where('until', 'is not', null)
      .execute();
    expect([await signedBy(old), await signedBy(rotated)]).toEqual([false, true]);
    const again = [];
    for (let count = 0; count < 5; count += 1) again.push((await calls.post(`${path}/rotate`, {})).status);
    expect(again).toEqual([200, 200, 200, 200, 409]);
  });
});

describe('the office’s key', () => {
  it('signs beside the secret, and an old one beside a new one', async () => {
    const { path } = await created();
    const listed = async () => (await calls.get('/open/v1/webhook-key')).body['list'] as { key: string; since: string }[];
    const verifies = async (key: string) => {
      await calls.post(`${path}/test`, {});
      const { headers, body } = receiver.received.at(-1) ?? { headers: {} as Record<string, string>, body: '' };
      const x = Buffer.from(key.slice('whpk_'.length), 'base64').toString('base64url');
      const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
      return (headers['webhook-signature'] ?? '')
        .split(' ')
        .filter((signature) => signature.startsWith('v1a,'))
        .some((signature) =>
          verify(
            null,
            content,
            createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
            Buffer.from(signature.slice(4), 'base64'),
          ),
        );
    };
    const [first, ...none] = await listed();
    expect([first?.key, none]).toEqual([expect.stringMatching(/^whpk_[0-9A-Za-z+/]{43}=$/), []]);
    expect(first?.since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await verifies(first?.key ?? '')).toBe(true);
    await rotateKey(house.db, await make.vault());
    const [current, old] = await listed();
    expect(old).toEqual(first);
    expect(current?.key).not.toBe(first?.key);
    expect(await verifies(old?.key ?? '')).toBe(true);
    expect((await others.get('/open/v1/webhook-key')).body).toEqual({ list: [current, old] });
  });
});

describe('deliveries', () => {
  it('are told the latest first, by state, page by page, with what waits', async () => {
    const { path } = await created({ types: ['*'] });
    receiver.answer(refuse);
    const server = make.start({ delays: [0, 3600] });
    try {
      for (const name of ['A', 'B', 'C']) await make.events(make.evidenceCreated(own.userId ?? '', name.repeat(32)));
      await expect.poll(async () => (await deliveries(path, '?status=failed')).list.length).toBe(3);
      const { list, next } = await deliveries(path);
      expect(next).toBeNull();
      expect(list.map(({ status, attempt, http_status: http }) => [status, attempt, http])).toEqual([
        ...Array.from({ length: 3 }, () => ['pending', 2, null]),
        ...Array.from({ length: 3 }, () => ['failed', 1, 500]),
      ]);
      expect(list[0]).toMatchObject({
        at: null,
        next_at: expect.stringContaining('T'),
        request_headers: null,
        answer: null,
        duration_ms: null,
      });
      expect(list[5]).toMatchObject({ answer: 'broken', duration_ms: expect.any(Number), error: expect.stringMatching(/^status: /) });
      const pages: AttemptAnswer[] = [];
      let after = '';
      for (;;) {
        const page = await deliveries(path, `?limit=2${after}`);
        pages.push(...page.list);
        if (page.next === null) break;
        after = `&after=${page.next}`;
      }
      expect(pages).toEqual(list);
      expect((await deliveries(path, '?status=pending')).list).toEqual(list.slice(0, 3));
    } finally {
      receiver.answer(accept);
      await server.stop();
    }
  });

  it.each(['?status=lost', '?limit=0', '?limit=101', '?after=evt_0000000000000001', '?after=m1x'])(
    'asked for with %s are refused',
    async (query) => {
      const { path } = await created({}, others);
      expect(await others.get(`${path}/deliveries${query}`)).toMatchObject({ status: 400, body: { error: { code: 'malformed' } } });
    },
  );
});

describe('a replay', () => {
  const arrivals = (id: string) => receiver.received.filter((message) => message.id === id && message.path === '/replay').length;

  it('sends events again under their ids, to a disabled endpoint too, and counts nothing of others', async () => {
    const { client: mine, calls: by } = await fresh('enterprise');
    const stranger = await make.client('enterprise');
    const { path, secret } = await created({ url: `${receiver.origin}/replay` }, by);
    await make.events(make.evidenceCreated(mine.userId ?? ''), make.evidenceCreated(stranger.userId ?? ''));
    const feed = (await by.get('/open/v1/events')).body['list'] as { id: string; timestamp: string }[];
    const theirs = (await intakeClient(house.app, stranger).get('/open/v1/events')).body['list'] as { id: string }[];
    const [event] = feed;
    await patch(path, { status: 'disabled' }, by);
    const ids = [event?.id, event?.id, theirs[0]?.id, 'evt_00000000000000ff'];
    expect(await by.post(`${path}/replay`, { event_ids: ids })).toEqual({ status: 200, body: { count: 1 } });
    const server = make.start();
    try {
      await expect.poll(() => arrivals(event?.id ?? '')).toBe(1);
      await expect.poll(async () => (await deliveries(path, '', by)).list).toMatchObject([{ status: 'succeeded', attempt: 1 }]);
      const got = receiver.received.find(({ id, path: to }) => id === event?.id && to === '/replay');
      expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual(event);
      expect(await by.get(path)).toMatchObject({ body: { last_success_at: null, failing_since: null } });
      const at = Date.parse(event?.timestamp ?? '');
      const range = (since: number, until: number) =>
        by.post(`${path}/replay`, { since: new Date(since).toISOString(), until: new Date(until).toISOString() });
      expect(await range(at, at + 1)).toEqual({ status: 200, body: { count: 1 } });
      expect(await range(at + 1, at + 60_000)).toEqual({ status: 200, body: { count: 0 } });
      await expect.poll(() => arrivals(event?.id ?? '')).toBe(2);
      await expect.poll(async () => (await deliveries(path, '', by)).list[0]).toMatchObject({ status: 'succeeded', attempt: 2 });
      await patch(path, { types: ['order.*'] }, by);
      expect(await range(at, at + 1)).toEqual({ status: 200, body: { count: 0 } });
    } finally {
      await server.stop();
    }
  });

  it('that fails is one attempt, counts nothing against the endpoint, and one that arrives ends what was still to be tried', async () => {
    const { client: mine, calls: by } = await fresh('enterprise');
    const { path, id } = await created({}, by);
    receiver.answer(refuse);
    const server = make.start({ delays: [0, 3600] });
    try {
      await make.events(make.evidenceCreated(mine.userId ?? ''));
      await expect.poll(async () => (await deliveries(path, '?status=failed', by)).list.length).toBe(1);
      const { event_id } = (await deliveries(path, '', by)).list[0] ?? {};
      const failures = async () =>
        (await house.db.selectFrom('webhook').select('failures').where('id', '=', id).executeTakeFirst())?.failures;
      expect(await by.post(`${path}/replay`, { event_ids: [event_id] })).toMatchObject({ body: { count: 1 } });
      await expect.poll(async () => (await deliveries(path, '?status=failed', by)).list.length).toBe(2);
      expect(await failures()).toBe(1);
      receiver.answer(accept);
      await by.post(`${path}/replay`, { event_ids: [event_id] });
      await expect
        .poll(async () => (await deliveries(path, '', by)).list.map(({ status }) => status))
        .toEqual(['succeeded', 'failed', 'failed']);
      expect(await failures()).toBe(1);
    } finally {
      receiver.answer(accept);
      await server.stop();
    }
  });

  it('of 100,000 events is taken, and of one more refused', async () => {
    const { path } = await created({}, others);
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `evt_${at.toString(16).padStart(16, '0')}`);
    expect(await others.post(`${path}/replay`, { event_ids: ids(100_000) })).toEqual({ status: 200, body: { count: 0 } });
    expect(await others.post(`${path}/replay`, { event_ids: ids(100_001) })).toMatchObject({
      status: 400,
      body: { error: { code: 'malformed' } },
    });
  });

  it.each([
    [{}],
    [{ event_ids: [] }],
    [{ event_ids: ['7'] }],
    [{ since: '2026-11-01T00:00:00Z' }],
    [{ event_ids: ['evt_0000000000000001'], since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' }],
    [{ since: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' }],
    [{ since: '2026-11-01 00:00:00', until: '2026-11-02 00:00:00' }],
  ])('of %o is refused', async (given) => {
    const { path } = await created();
    expect(await calls.post(`${path}/replay`, given)).toMatchObject({ status: 400, body: { error: { code: 'malformed' } } });
  });
});

it('nobody unsigned, or with a wrong signature, reaches any of the calls', async () => {
  const wrong: IntakeKey = { ...own, security_key: 'wrong' };
  for (const path of ['/open/v1/webhooks', '/open/v1/webhook-key']) {
    expect((await house.app.inject({ url: path })).statusCode).toBe(401);
    expect(await intakeClient(house.app, wrong).get(path)).toMatchObject({ status: 401 });
  }
});
