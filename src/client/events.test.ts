import { describe, expect, it } from 'vitest';
import type { Calls } from './contract/calls.ts';
import { newestEvent, waitForEvent, type NotaryEvent } from './events.ts';
import { NotaryRefusal } from './net/refusal.ts';

const baoquan = 'A'.repeat(32);
const anchored = (place: number, number = baoquan): NotaryEvent => ({
  id: idOf(place),
  type: 'evidence.anchored',
  timestamp: new Date(place / 1000).toISOString(),
  data: { user_id: '7', baoquan: number, sha256: 'a', checkpoint_size: '9', transaction: null },
});
const idOf = (place: number) => `evt_${place.toString(16).padStart(16, '0')}`;

type Asked = NonNullable<Parameters<Calls['listEvents']>[0]>;

const application = { money: '10.00', payStatus: 2, reason: '', refundOrderNo: '' };
const orderOf = (day: string) => `${day}0123456789ABCDEF`;
const applications = new Map([
  ['1', { ...application, orderId: '1', order_no: orderOf('20261122'), progress: 1 }],
  ['2', { ...application, orderId: '2', order_no: orderOf('20261122'), progress: 2 }],
]);

/** A feed with many unrelated events, which records the requests. */
function feedOf(events: NotaryEvent[], state: () => { state: string; anchoredAt: string | null } | null) {
  const asked: Asked[] = [];
  const refuse = async (): Promise<never> => {
    throw new NotaryRefusal(404, 'unknown', 'there is none', null);
  };
  const calls = {
    async listEvents(input: Asked = {}) {
      asked.push(input);
      const { after, since, limit = 50 } = input;
      const newest = events.at(-1)?.id ?? null;
      const start = since === undefined || since === 'now' ? '' : idOf(Date.parse(since) * 1000);
      const from = since === 'now' ? events.length : events.findIndex(({ id }) => (after === undefined ? id >= start : id > after));
      const list = from < 0 ? [] : events.slice(from, from + Number(limit));
      return { list, next: list.at(-1)?.id ?? after ?? newest };
    },
    getEvidence: async () => (state() as Awaited<ReturnType<Calls['getEvidence']>> | null) ?? refuse(),
    getCapture: refuse,
    getRecording: refuse,
    getUser: refuse,
    getNotarization: async ({ orderId }: { orderId: string }) => applications.get(orderId) ?? refuse(),
  };
  return { asked, calls };
}
const start = Date.parse('2026-11-22T08:00:00+08:00') * 1000;
const many = (own?: number) => Array.from({ length: 100_000 }, (_, n) => anchored(start + n * 1000, n === own ? baoquan : `${n}`));

it('waits for what has not happened from the end of the feed, however long that is', async () => {
  const events = many();
  const { asked, calls } = feedOf(events, () => {
    // It happens while the state is read, after the end that was requested before.
    events.push(anchored(start + 200_000_000));
    return { state: 'pending', anchoredAt: null };
  });
  const found = await waitForEvent(calls, { type: 'evidence.anchored', baoquan });
  expect(found.id).toBe(idOf(start + 200_000_000));
  expect(asked.length).toBe(2);
});

it('finds what has happened about its time, in the middle of a long feed', async () => {
  const { asked, calls } = feedOf(many(50_000), () => ({ state: 'anchored', anchoredAt: '2026-11-22 08:00:50' }));
  expect((await waitForEvent(calls, { type: 'evidence.anchored', baoquan })).id).toBe(idOf(start + 50_000_000));
  // A margin of ten seconds for the office's clock, which is 100 pages at a thousand events a second.
  expect(asked.length).toBeLessThanOrEqual(103);
});

it('finds what happened at another time than its object says, from the earliest on', async () => {
  const { calls } = feedOf(many(3), () => ({ state: 'anchored', anchoredAt: '2026-11-22 09:00:00' }));
  expect((await waitForEvent(calls, { type: 'evidence.anchored', baoquan })).id).toBe(idOf(start + 3000));
});

it('waits for evidence that is still to come of a capture, and ends in time', async () => {
  const { calls } = feedOf([], () => null);
  await expect(waitForEvent(calls, { type: 'evidence.anchored', baoquan }, { timeoutMs: 50 })).rejects.toThrow(
    'no evidence.anchored came within 50 ms',
  );
});

it('begins behind the event that it is given', async () => {
  const { asked, calls } = feedOf(many(10), () => null);
  const found = await waitForEvent(calls, { type: 'evidence.anchored', baoquan }, { after: idOf(start + 2000) });
  expect([found.id, asked[0]?.after]).toEqual([idOf(start + 10_000), idOf(start + 2000)]);
});

it('tells the newest event of a long feed by one call', async () => {
  const { asked, calls } = feedOf(many(), () => null);
  expect(await newestEvent(calls)).toBe(idOf(start + 99_999_000));
  expect(asked.length).toBe(1);
});

describe('of an order', () => {
  const order_no = orderOf('20261122');
  const paid = (place: number, number: string): NotaryEvent => ({
    id: idOf(place),
    type: 'order.paid',
    timestamp: new Date(place / 1000).toISOString(),
    data: { user_id: '7', order_no: number, trade_no: null, money: '10.00', refund_order_no: null },
  });

  it('reads from the day that the number begins with, and goes on waiting there', async () => {
    // A year of events, of which the last two are on the order's day or later.
    const before = Array.from({ length: 365 }, (_, day) => paid(start - (365 - day) * 86_400_000_000, `${day}`));
    const { asked, calls } = feedOf([...before, paid(start, order_no)], () => null);
    expect((await waitForEvent(calls, { type: 'order.paid', order_no })).id).toBe(idOf(start));
    expect(asked.map(({ since }) => since)).toEqual(['now', '2026-11-21T15:59:50.000Z']);
    const missing = feedOf(before, () => null);
    await expect(waitForEvent(missing.calls, { type: 'points.credited', order_no }, { timeoutMs: 50 })).rejects.toThrow('within 50 ms');
    expect(missing.asked.filter(({ since, after }) => since === undefined && after === undefined)).toEqual([]);
  });

  it('takes a number that begins with no day as one that tells nothing', async () => {
    const { asked, calls } = feedOf([paid(start, orderOf('20261399'))], () => null);
    expect((await waitForEvent(calls, { type: 'order.paid', order_no: orderOf('20261399') })).id).toBe(idOf(start));
    expect(asked.at(-1)?.since).toBeUndefined();
  });

  it.each([
    ['1', { after: idOf(start) }],
    ['2', { since: '2026-11-21T15:59:50.000Z' }],
  ])('asks application %s whether it was decided', async (orderId, from) => {
    const { asked, calls } = feedOf([paid(start, order_no)], () => null);
    await expect(waitForEvent(calls, { type: 'notarization.approved', orderId }, { timeoutMs: 20 })).rejects.toThrow('within 20 ms');
    expect(asked[1]).toMatchObject(from);
  });

  it('begins where it is told, whatever it waits for', async () => {
    const { asked, calls } = feedOf([paid(start, order_no)], () => null);
    const since = '2026-11-22T00:00:00.000Z';
    expect((await waitForEvent(calls, { type: 'order.paid', user_id: '7' }, { since })).id).toBe(idOf(start));
    expect(asked).toMatchObject([{ since }]);
  });
});
