import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../../../test/installation/answers.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { webhookDesk } from '../../../../../test/installation/scenarios/webhooks.ts';
import type { DeliveryRow } from '../../../../contract/console/webhooks.ts';
import { eventIdOf } from '../../../desk/events/event-id.ts';
import { countedMost } from './delivery-list.ts';

const installation = testApp({ WEBHOOK_ALLOW_PRIVATE: '1' });
const desk = webhookDesk(installation);
const { client, endpoint, events, attempt, list, deliveries, replay, setStatus, waitingFor } = desk;

describe('the list of endpoints', () => {
  it('shows those of all clients, found by address, client and how they fare', async () => {
    const [one, other] = [await client('甲平台'), await client('乙平台')];
    const [first, second] = [await endpoint(one, 'first', ['evidence.*', 'order.paid']), await endpoint(other, 'second')];
    await installation.db
      .updateTable('webhook')
      .set({ failing_since: new Date('2026-11-22T00:00:00Z'), failures: 3 })
      .where('id', '=', second)
      .execute();
    const { list: rows, count } = await list();
    expect(count).toBe(2);
    expect(rows).toEqual([
      expect.objectContaining({
        webhook_id: second,
        client_name: '乙平台',
        types: ['*'],
        failures: 3,
        failing_since: '2026-11-22 08:00:00',
      }),
      {
        webhook_id: first,
        url: 'http://127.0.0.1:9/first',
        app_id: one.app_id,
        client_name: '甲平台',
        client_status: 1,
        types: ['evidence.*', 'order.paid'],
        description: '',
        status: 1,
        status_name: '启用',
        reason: '',
        failures: 0,
        disabled_by: '',
        disabled_time: '',
        failing_since: '',
        last_success: '',
        create_time: expect.stringMatching(/^\d{4}-/) as string,
      },
    ]);
    const ids = async (fields: Record<string, string | number>) => (await list(fields)).list.map(({ webhook_id }) => webhook_id);
    expect(await ids({ keyword: 'FIRST' })).toEqual([first]);
    expect(await ids({ keyword: '乙' })).toEqual([second]);
    expect(await ids({ keyword: one.app_id })).toEqual([first]);
    expect(await ids({ keyword: '%' })).toEqual([]);
    expect(await ids({ health: 2 })).toEqual([second]);
    expect(await ids({ health: 1 })).toEqual([first]);
    expect(await ids({ status: 2 })).toEqual([]);
    expect(await ids({ webhook_id: first })).toEqual([first]);
    expect(await list({ limit: 1, page: 2 })).toMatchObject({ count: 2, list: [{ webhook_id: first }] });
  });

  it('says who fails beside the menu and on the workbench, as long as the endpoint is enabled', async () => {
    const failing = await endpoint(await client('失败平台'));
    const before = (await waitingFor('失败的回调地址'))?.count ?? 0;
    await installation.db
      .updateTable('webhook')
      .set({ failing_since: new Date('2020-01-01T00:00:00Z'), failures: 1 })
      .where('id', '=', failing)
      .execute();
    expect(await waitingFor('失败的回调地址')).toEqual({ label: '失败的回调地址', count: before + 1, url: '/open/webhook?health=2' });
    const { data } = await desk.admin.get<{ waiting: { label: string; oldest_time: string }[] }>('/api/ajax/workbench/getSummary');
    expect(data.waiting.find(({ label }) => label === '失败的回调地址')?.oldest_time).toBe('2020-01-01 08:00:00');
    await setStatus(failing, 2);
    expect((await waitingFor('失败的回调地址'))?.count).toBe(before);
  });
});

describe('the list of deliveries', () => {
  it('has those that wait first, then those that were made, with what was sent and answered', async () => {
    const id = await endpoint(await client('投递平台'));
    const [first = '', second = '', third = ''] = await events(3);
    await attempt(id, first);
    await attempt(id, second, { status: 'failed', http_status: 500 });
    await installation.db.insertInto('webhook_delivery').values({ webhook_id: id, place: third, kind: 'event' }).execute();
    const { list: rows, count } = await deliveries(id);
    expect(count).toBe(3);
    expect(rows.map(({ event_id, status, http_status }) => [event_id, status, http_status])).toEqual([
      [eventIdOf(third), 1, null],
      [eventIdOf(second), 3, 500],
      [eventIdOf(first), 2, 200],
    ]);
    const [head = '', body = ''] = rows[2]?.request.split('\n\n') ?? [];
    expect(head).toBe(`webhook-id: ${eventIdOf(first)}\ncontent-type: application/json`);
    expect(JSON.parse(body)).toMatchObject({ id: eventIdOf(first), type: 'user.approved', data: { user_id: '1' } });
    expect(rows[2]).toMatchObject({ answer: 'ok', ms: 12, attempt: 1, time: '2026-11-22 08:00:00', status_name: '成功', error: '' });
    expect((await deliveries(id, { status: 1 })).list.map(({ status }) => status)).toEqual([1]);
    expect(await deliveries(id, { status: 3 })).toMatchObject({ count: 1, list: [{ http_status: 500 }] });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => deliveries(id, { page, limit: 1 })));
    expect(pages.map((page) => page.list.map(({ status }) => status))).toEqual([[1], [3], [2], []]);
    expect(pages.every((page) => page.count === 3)).toBe(true);
  });

  it('says a fault in words', async () => {
    const id = await endpoint(await client('故障平台'));
    const [place = ''] = await events(1);
    await attempt(id, place, { status: 'failed', error: 'timeout: no whole answer within 15 s' });
    expect((await deliveries(id)).list[0]?.error).toBe('超时：15 秒内没有完整的应答');
  });

  it.each([
    [{ webhook_id: '999999' }, '该回调地址不存在'],
    [{ webhook_id: 'x' }, '编号无效'],
    [{ webhook_id: '1', status: 4 }, '状态无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await desk.admin.get('/api/ajax/open/getDeliveryList', fields)).toMatchObject(failed(msg));
  });
});

describe('a replay', () => {
  it('sends events by their ids, each once, also to a disabled endpoint, and is on the trail', async () => {
    const id = await endpoint(await client('重发平台'));
    const [first = '', second = ''] = await events(2);
    await setStatus(id, 2);
    const ids = [first, second, first].map(eventIdOf).join(',');
    expect(await replay({ webhook_id: id, event_ids: ids })).toMatchObject({ code: 200, message: '已开始重发', data: { count: 2 } });
    const queued = await installation.db
      .selectFrom('webhook_delivery')
      .select(['place', 'kind'])
      .where('webhook_id', '=', id)
      .orderBy('id')
      .execute();
    expect(queued).toEqual([first, second].map((place) => ({ place, kind: 'replay' })));
    const trail = await installation.db
      .selectFrom('trail')
      .select(['action', 'after'])
      .where('object', '=', `webhook/${id}`)
      .where('action', '=', '重发事件')
      .execute();
    expect(trail).toEqual([{ action: '重发事件', after: { events: 2 } }]);
  });

  it('sends the events of a time', async () => {
    const id = await endpoint(await client('时段平台'));
    await events(3);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from event where at > now() - interval '10 minutes' and type <> 'webhook.test'`.execute(installation.db);
    const shanghai = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const range = `${shanghai(Date.now() - 600_000)} - ${shanghai(Date.now() + 600_000)}`;
    const answer = await replay({ webhook_id: id, datetime: range });
    expect(answer.code).toBe(200);
    expect(answer.data.count).toBeGreaterThanOrEqual(3);
    expect(answer.data.count).toBeLessThanOrEqual(rows[0]?.n ?? 0);
    for (const ever of ['0001-01-01 - 9999-12-31', '0001-01-01 12:00:00 - 9999-12-31 12:00:00'])
      expect(await replay({ webhook_id: id, datetime: ever })).toMatchObject({ code: 200 });
  });

  it('refuses what names nothing, too much, or both', async () => {
    const id = await endpoint(await client('拒绝平台'));
    const unknown = eventIdOf('1');
    expect(await replay({ webhook_id: id, event_ids: unknown })).toMatchObject(failed('没有可以重发的事件'));
    expect(await replay({ webhook_id: id, datetime: '2020-01-01 - 2020-01-02' })).toMatchObject(failed('没有可以重发的事件'));
    expect(await replay({ webhook_id: id })).toMatchObject(failed('请给出事件编号或时间范围'));
    expect(await replay({ webhook_id: id, event_ids: unknown, datetime: '2020-01-01 - 2020-01-02' })).toMatchObject(
      failed('请给出事件编号或时间范围'),
    );
    expect(await replay({ webhook_id: id, event_ids: 'evt_1' })).toMatchObject(failed('事件编号无效，或多于1000个'));
    const many = Array.from({ length: 1001 }, (_, at) => eventIdOf(String(at + 1))).join(',');
    expect(await replay({ webhook_id: id, event_ids: many })).toMatchObject(failed('事件编号无效，或多于1000个'));
    expect(await replay({ webhook_id: '999999', event_ids: unknown })).toMatchObject(failed('该回调地址不存在'));
  });
});

describe('the attempts of an endpoint with very many', () => {
  it('are counted up to a bound, which is told', async () => {
    const id = await endpoint(await client('繁忙平台'));
    const [place = ''] = await events(1);
    await attempt(id, place);
    const fill = async (count: number, status: string) =>
      sql`insert into webhook_attempt (webhook_id, place, type, kind, attempt, at, status, duration_ms, request_headers)
          select ${id}::bigint, ${place}::bigint, 'user.approved', 'event', 1, now(), ${status}, 1, '{}'
            from generate_series(1, ${count}::integer)`.execute(installation.db);
    await fill(countedMost - 1, 'failed');
    const page = async (fields: Record<string, string | number> = {}) =>
      (
        await desk.admin.get<{ list: DeliveryRow[]; count: number; is_more: boolean }>('/api/ajax/open/getDeliveryList', {
          webhook_id: id,
          ...fields,
        })
      ).data;
    expect(await page()).toMatchObject({ count: countedMost, is_more: false });
    await fill(5, 'succeeded');
    expect(await page()).toMatchObject({ count: countedMost, is_more: true });
    expect(await page({ status: 2 })).toMatchObject({ is_more: false });
    expect((await page({ page: countedMost / 100, limit: 100 })).list).toHaveLength(100);
  });
});
