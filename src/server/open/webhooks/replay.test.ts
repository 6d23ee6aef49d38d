import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { ownWebhooks } from '../../../../test/installation/scenarios/own-webhooks.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import { accept, refuse } from '../../../../test/installation/servers/webhook-receiver.ts';
import type { AttemptAnswer } from '../../../contract/open/webhooks.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const desk = ownWebhooks(installation);
const { make, fresh, created, patch, deliveries } = desk;

describe('deliveries', () => {
  it('are told the latest first, by state, page by page, with what waits', async () => {
    const { path } = await created({ types: ['*'] });
    desk.receiver.answer(refuse);
    const server = make.start({ delays: [0, 3600] });
    try {
      for (const name of ['A', 'B', 'C']) await make.events(make.evidenceCreated(desk.own.userId ?? '', name.repeat(32)));
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
      desk.receiver.answer(accept);
      await server.stop();
    }
  });

  it.each(['?status=lost', '?limit=0', '?limit=101', '?after=evt_0000000000000001', '?after=m1x'])(
    'asked for with %s are refused',
    async (query) => {
      const { path } = await created({}, desk.others);
      expect(await desk.others.get(`${path}/deliveries${query}`)).toMatchObject({ status: 400, body: { error: { code: 'malformed' } } });
    },
  );
});

describe('a replay', () => {
  const arrivals = (id: string) => desk.receiver.received.filter((message) => message.id === id && message.path === '/replay').length;

  it('sends events again under their ids, to a disabled endpoint too, and counts nothing of others', async () => {
    const { client: mine, calls: by } = await fresh('enterprise');
    const stranger = await make.client('enterprise');
    const { path, secret } = await created({ url: `${desk.receiver.origin}/replay` }, by);
    await make.events(make.evidenceCreated(mine.userId ?? ''), make.evidenceCreated(stranger.userId ?? ''));
    const feed = (await by.get('/open/v1/events')).body['list'] as { id: string; timestamp: string }[];
    const theirs = (await intakeClient(installation.app, stranger).get('/open/v1/events')).body['list'] as { id: string }[];
    const [event] = feed;
    await patch(path, { status: 'disabled' }, by);
    const ids = [event?.id, event?.id, theirs[0]?.id, 'evt_00000000000000ff', 'evt_ffffffffffffffff', 'evt_2cYzUnknown'];
    expect(await by.post(`${path}/replay`, { event_ids: ids })).toEqual({ status: 200, body: { count: 1 } });
    const server = make.start();
    try {
      await expect.poll(() => arrivals(event?.id ?? '')).toBe(1);
      await expect.poll(async () => (await deliveries(path, '', by)).list).toMatchObject([{ status: 'succeeded', attempt: 1 }]);
      const got = desk.receiver.received.find(({ id, path: to }) => id === event?.id && to === '/replay');
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
    desk.receiver.answer(refuse);
    const server = make.start({ delays: [0, 3600] });
    try {
      await make.events(make.evidenceCreated(mine.userId ?? ''));
      await expect.poll(async () => (await deliveries(path, '?status=failed', by)).list.length).toBe(1);
      const { event_id } = (await deliveries(path, '', by)).list[0] ?? {};
      const failures = async () =>
        (await installation.db.selectFrom('webhook').select('failures').where('id', '=', id).executeTakeFirst())?.failures;
      expect(await by.post(`${path}/replay`, { event_ids: [event_id] })).toMatchObject({ body: { count: 1 } });
      await expect.poll(async () => (await deliveries(path, '?status=failed', by)).list.length).toBe(2);
      expect(await failures()).toBe(1);
      desk.receiver.answer(accept);
      await by.post(`${path}/replay`, { event_ids: [event_id] });
      await expect
        .poll(async () => (await deliveries(path, '', by)).list.map(({ status }) => status))
        .toEqual(['succeeded', 'failed', 'failed']);
      expect(await failures()).toBe(1);
    } finally {
      desk.receiver.answer(accept);
      await server.stop();
    }
  });

  it('of 100,000 events is taken, and of one more refused', async () => {
    const { path } = await created({}, desk.others);
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `evt_${at.toString(16).padStart(16, '0')}`);
    expect(await desk.others.post(`${path}/replay`, { event_ids: ids(100_000) })).toEqual({ status: 200, body: { count: 0 } });
    expect(await desk.others.post(`${path}/replay`, { event_ids: ids(100_001) })).toMatchObject({
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
    expect(await desk.calls.post(`${path}/replay`, given)).toMatchObject({ status: 400, body: { error: { code: 'malformed' } } });
  });
});
