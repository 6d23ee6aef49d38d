import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { lookAt } from '../../../../test/installation/presence-window.ts';
import { presenceLeaseSeconds } from '../../../domain/business/rules/presence-beat.ts';
import type { PanelObject } from '../../../domain/business/trail/panel-object.ts';
import { sendMessage } from '../messages/store.ts';
import { watchUnread } from '../messages/watch-unread.ts';
import { activeViews } from './active-views.ts';
import { forgetPresence } from './store.ts';
import { presenceStream } from './stream.ts';
import { watchPresence, type Person } from './watch.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding } = operators(installation);
type Operator = Awaited<ReturnType<typeof holding>>;
let [first, second, stranger]: Operator[] = [];
let object = '';
let near = '';
let far = '';
let other: FastifyInstance;

beforeAll(async () => {
  await make.open();
  [first, second, stranger] = await Promise.all([holding(10), holding(10), holding(7)]);
  object = `application/${(await make.paid()).id}`;
  near = await installation.app.listen({ port: 0, host: '127.0.0.1' });
  other = fastify({ forceCloseConnections: true });
  const views = activeViews(installation.db);
  const operator = { accountId: second?.id ?? '', realname: '钱测试', permissions: new Set(['notarization:list']) };
  await presenceStream(other, {
    db: installation.db,
    guard: { identify: async () => operator as never },
    references: () => ({
      open: async () => undefined as never,
      openable: async () => new Map(),
      related: async () => [],
      documents: async () => [],
    }),
    views,
    watch: watchPresence(installation.db, views),
    unread: watchUnread(installation.db),
  });
  far = await other.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => other?.close());

/** A window that views the object, with the last state it received and its view ID. */
const look = (server: string, by: Operator | undefined, of = object) => lookAt(server, by?.token, of);
const ids = (...people: (Operator | undefined)[]) => people.map((one) => one?.id ?? '').toSorted((a, b) => Number(a) - Number(b));
const shows = (seen: { present: string[] }, ...people: (Operator | undefined)[]) =>
  vi.waitFor(() => expect(seen.present.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids(...people)), {
    timeout: 15_000,
    interval: 50,
  });
const poll = (by: Operator | undefined, fields: Record<string, string> = {}) =>
  (by ?? installation.nobody).get<{ view: string; list: Person[] }>('/api/ajax/presence/getList', { object, ...fields });
const beat = async (view: string, server = near) => (await fetch(`${server}/events/presence/${view}`, { method: 'POST' })).status;

describe('who looks at an object', () => {
  it('is told through both of two servers, to those who look by a poll too, and gone when the window is', async () => {
    const [here, there] = [await look(near, first), await look(far, second)];
    await shows(here.seen, first, second);
    await shows(there.seen, first, second);
    expect((await poll(stranger)).code).toBe(403);
    const polled = await poll(first);
    expect(polled.data.list.map(({ id }) => id).toSorted()).toEqual(ids(first, second).toSorted());
    await there.leave();
    await shows(here.seen, first);
    await here.leave();
  });

  it('is over with the lease of a window that says no more, and such a window is not revived', async () => {
    const here = await look(near, first);
    const { view } = (await poll(second)).data;
    await shows(here.seen, first, second);
    expect(await beat(view)).toBe(204);
    expect((await poll(second, { view })).code).toBe(200);
    await installation.pool.query("update presence set until = clock_timestamp() - interval '1 second' where view_id = $1", [view]);
    await shows(here.seen, first);
    expect(await beat(view)).toBe(410);
    expect(await poll(second, { view })).toMatchObject({ code: 430, data: { msg: '在场状态已过期' } });
    await shows(here.seen, first);
    await here.leave();
  });

  it('lasts as long as its window tells either server that it is there, and ends by itself when it falls silent', async () => {
    const [silent, heard] = [await look(near, first), await look(near, second)];
    await shows(heard.seen, first, second);
    const now = performance.now.bind(performance);
    let passed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed * 1000);
    try {
      while (passed <= presenceLeaseSeconds) {
        passed += 2;
        await installation.pool.query("update presence set until = until - interval '2 seconds', since = since - interval '2 seconds'");
        expect(await beat(heard.seen.view, far)).toBe(204);
      }
      await shows(heard.seen, second);
      expect(await beat(silent.seen.view)).toBe(410);
    } finally {
      clock.mockRestore();
    }
    await Promise.all([silent.leave(), heard.leave()]);
  });

  it('is said by nobody for another, nor of another object', async () => {
    const { view } = (await poll(second)).data;
    const foreign = `application/${(await make.paid()).id}`;
    expect((await poll(first, { view })).code).toBe(430);
    expect((await poll(second, { view, object: foreign })).code).toBe(430);
    expect(await poll(second, { view: 'x' })).toMatchObject({ code: 403, data: { msg: '在场状态无效' } });
    expect(await beat('00000000-0000-4000-8000-000000000000')).toBe(410);
  });

  it.each([
    ['who may not open it', () => look(near, stranger), '"code":403'],
    ['who asks for nothing', () => look(near, first, 'store'), '"code":403'],
    ['who is signed out', () => look(near, undefined), /"code":40[18]/],
  ])('is not told to one %s', async (_name, ask, code) => {
    const before = await installation.db.selectFrom('presence').selectAll().execute();
    expect((await ask()).answer).toMatch(code);
    expect((await installation.db.selectFrom('presence').selectAll().execute()).length).toBe(before.length);
  });

  it('a window that was not proven anew for long cannot be kept by its id alone', async () => {
    const { view } = (await poll(second)).data;
    await installation.pool.query("update presence set since = now() - interval '4 minutes' where view_id = $1", [view]);
    expect(await beat(view)).toBe(410);
    expect((await poll(second, { view })).code).toBe(200);
    await installation.pool.query("update presence set until = now() - interval '4 minutes'");
    await forgetPresence(installation.db);
    expect(await installation.db.selectFrom('presence').selectAll().execute()).toEqual([]);
  });

  it('has four streams of an operator at most: the next one ends the oldest, which is told why, and no other’s', async () => {
    const other = await look(near, second);
    const own = [];
    for (let nth = 0; nth < 6; nth += 1) own.push(await look(near, first));
    await Promise.all(own.slice(0, 2).map(({ reading }) => reading));
    await shows(own.at(-1)?.seen ?? { present: [] }, first, second);
    expect(own.map(({ seen }) => seen.isCrowded)).toEqual([true, true, false, false, false, false]);
    expect(other.seen.isCrowded).toBe(false);
    await Promise.all([other, ...own].map(({ leave }) => leave()));
  });

  it('keeps no session alive', async () => {
    await installation.pool.query("update session set last_seen_at = now() - interval '10 minutes'");
    const here = await look(near, first);
    await shows(here.seen, first);
    await poll(first);
    const { rows } = await installation.pool.query("select from session where last_seen_at > now() - interval '1 minute'");
    expect(rows.length).toBe(0);
    await here.leave();
  });
});

describe('unread messages', () => {
  const send = (event: string, ...to: (Operator | undefined)[]) =>
    sendMessage(installation.db, { kind: 'returned', object: object as PanelObject, event }, ids(...to));
  const newestOf = async (by: Operator | undefined) =>
    (
      await installation.db
        .selectFrom('message')
        .select('id')
        .where('account_id', '=', by?.id ?? '')
        .orderBy('id', 'desc')
        .execute()
    )[0]?.id;

  it('are told within two seconds to each window of their reader, through both servers, and to no other', async () => {
    const [here, beside] = [await lookAt(near, first?.token, undefined), await look(near, first)];
    const [there, strange] = [await lookAt(far, second?.token, undefined), await lookAt(near, stranger?.token, undefined)];
    const windows = [here, beside, there, strange];
    const show = (...counts: number[]) =>
      vi.waitFor(() => expect(windows.map(({ seen }) => seen.unread?.unread)).toEqual(counts), { timeout: 15_000, interval: 20 });
    await show(0, 0, 0, 0);
    const began = performance.now();
    await send('told/1', first, second);
    await show(1, 1, 1, 0);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(here.seen.unread?.newest).toBe(await newestOf(first));
    expect(strange.seen.unread).toEqual({ unread: 0, newest: '' });

    await first?.post('/api/ajax/message/read', {});
    await show(0, 0, 1, 0);
    await Promise.all(windows.map(({ leave }) => leave()));
  });

  it('are told to a window without an object, which is present nowhere, only while its operator is signed in', async () => {
    const views = async () => (await installation.db.selectFrom('presence').select('view_id').execute()).map((one) => one.view_id);
    const before = await views();
    const here = await lookAt(near, first?.token, undefined);
    await vi.waitFor(() => expect(here.seen.unread).toBeDefined(), { timeout: 15_000 });
    expect(here.seen).toMatchObject({ view: '', present: [] });
    expect((await views()).filter((one) => !before.includes(one))).toEqual([]);
    await here.leave();
    expect((await lookAt(near, undefined, undefined)).answer).toMatch(/"code":40[18]/);
  });
});
