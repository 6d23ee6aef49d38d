import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { openDatabase, type Database, type Tx } from '../../platform/db/database.ts';
import { emit } from './emit.ts';
import { earliestPlace, readEvents } from './read-events.ts';
import { placeAll } from './sequencer.ts';
import { dropEvents } from './store.ts';

const installation = testDatabase();
/** A pool with enough connections for concurrent writers that each hold one. */
let many: Database;
beforeAll(() => {
  many = openDatabase(installation.pool.options, 24).db;
});
afterAll(() => many?.destroy());
beforeEach(async () => {
  const days = await installation.pool.query<{ name: string }>(
    "select inhrelid::regclass as name from pg_inherits where inhparent = 'event'::regclass",
  );
  await installation.pool.query(`truncate event_pending; ${days.rows.map(({ name }) => `drop table ${name}`).join(';')}`);
});

const write = (tx: Tx, ...names: string[]) =>
  emit(
    tx,
    names.map((name) => ({ type: 'webhook.test' as const, data: { user_id: '7', webhook_id: name } })),
  );
const written = (...names: string[]) => installation.db.transaction().execute((tx) => write(tx, ...names));
const read = (from = '0', limit = 100) => readEvents(installation.db, { from, userId: null, types: null, limit });
const namesOf = (events: Awaited<ReturnType<typeof read>>) =>
  events.map(({ event }) => 'webhook_id' in event.data && event.data.webhook_id);
const names = async () => namesOf(await read());

describe('the feed', () => {
  it('has nothing of a transaction that is rolled back, and all of one that commits, in its order', async () => {
    await expect(
      installation.db.transaction().execute(async (tx) => {
        await write(tx, 'never');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await written('one', 'two', 'three');
    expect(await placeAll(installation.db)).toBe(3);
    expect(await names()).toEqual(['one', 'two', 'three']);
    expect(await placeAll(installation.db)).toBe(0);
  });

  it('gives what commits late a late place', async () => {
    const held = await many.startTransaction().execute();
    await write(held, 'late');
    await written('early');
    await placeAll(installation.db);
    expect(await names()).toEqual(['early']);
    await held.commit().execute();
    await placeAll(installation.db);
    expect(await names()).toEqual(['early', 'late']);
  });

  it('loses nothing to a reader that goes on from its last event, while 16 writers commit out of order and two servers place', async () => {
    const committed: string[] = [];
    const over = new AbortController();
    const writer = async (of: number): Promise<void> => {
      for (let at = 0; at < 12; at += 1) {
        const tx = await many.startTransaction().execute();
        await write(tx, `${of}/${at}/a`, `${of}/${at}/b`);
        // Each holds its transaction while others write and commit.
        await sleep(Math.random() * 20);
        if (Math.random() < 0.2) await tx.rollback().execute();
        else {
          await tx.commit().execute();
          committed.push(`${of}/${at}/a`, `${of}/${at}/b`);
        }
      }
    };
    const server = async (): Promise<void> => {
      while (!over.signal.aborted) await placeAll(many, undefined, 5);
    };
    const seen: string[] = [];
    const places: string[] = [];
    const follow = async (): Promise<void> => {
      const events = await read(places.length === 0 ? '0' : String(BigInt(places.at(-1) ?? '0') + 1n), 7);
      places.push(...events.map(({ place }) => place));
      seen.push(...namesOf(events).map(String));
    };
    const reader = async (): Promise<void> => {
      while (!over.signal.aborted) await follow();
    };
    const others = [server(), server(), reader()];
    await Promise.all(Array.from({ length: 16 }, (_, of) => writer(of))).finally(() => over.abort());
    await Promise.all(others);
    await placeAll(installation.db);
    for (let before = -1; before < seen.length; ) {
      before = seen.length;
      await follow();
    }
    expect(seen.toSorted()).toEqual(committed.toSorted());
    expect(committed.length).toBeGreaterThan(100);
    expect(places.map(BigInt).every((place, at) => at === 0 || place > BigInt(places[at - 1] ?? '0'))).toBe(true);
  });

  it('goes on behind its last place, whatever the clock says', async () => {
    await written('now');
    await placeAll(installation.db);
    const ahead = String((day(1) + 1n) * dayUs - 5n);
    await insertAt(1, ahead);
    await written('next');
    await placeAll(installation.db);
    const [, , next] = await read();
    // The batch would cross the end of the day, so it begins on the next day.
    expect(next?.place).toBe(String((day(1) + 1n) * dayUs));
    await written('after');
    await placeAll(installation.db);
    expect((await read()).at(-1)?.place).toBe(String((day(1) + 1n) * dayUs + 1n));
  });

  it('is only ever added to', async () => {
    await written('one');
    await placeAll(installation.db);
    await expect(installation.pool.query('delete from event')).rejects.toThrow('append-only');
    await expect(installation.pool.query("update event set type = 'x'")).rejects.toThrow('append-only');
  });
});

describe('the days of the feed', () => {
  it('are dropped when they are older than events are kept, but for the newest', async () => {
    for (const ago of [100, 91, 90]) await insertAt(-ago, String(day(-ago) * dayUs + 1n));
    expect(await dropEvents(installation.db, 90)).toBe(2);
    expect(await earliestPlace(installation.db, null)).toBe(String(day(-90) * dayUs + 1n));
    expect(await dropEvents(installation.db, 1)).toBe(0);
    await written('today');
    await placeAll(installation.db);
    expect(await dropEvents(installation.db, 1)).toBe(1);
    expect(await names()).toEqual(['today']);
  });

  it('are left for later while somebody reads them', async () => {
    for (const ago of [100, 1]) await insertAt(-ago, String(day(-ago) * dayUs + 1n));
    const backup = await many.startTransaction().execute();
    await readEvents(backup, { from: '0', userId: null, types: null, limit: 1 });
    expect(await dropEvents(installation.db, 90)).toBe(0);
    expect(await read()).toHaveLength(2);
    await backup.commit().execute();
    expect(await dropEvents(installation.db, 90)).toBe(1);
    expect(await read()).toHaveLength(1);
  });
});

const dayUs = 86_400_000_000n;
/** The day number of today plus `from` days. */
const day = (from: number): bigint => BigInt(Math.floor(Date.now() / 86_400_000) + from);

/** Inserts an event that got its place on another day. */
async function insertAt(from: number, place: string): Promise<void> {
  await installation.pool.query('select make_event_partition($1)', [Number(day(from))]);
  await installation.pool.query("insert into event (place, type, at, user_id, data) values ($1, 'webhook.test', now(), 7, $2)", [
    place,
    JSON.stringify({ webhook_id: `day ${from}` }),
  ]);
}
