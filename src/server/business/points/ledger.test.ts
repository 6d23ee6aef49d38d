import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { checkLedger } from './check.ts';
import { consume, refundPoints, grant, PointsShortage, pointsOf, type Grant } from './ledger.ts';

const installation = testDatabase();
let userId = '';
const reference = () => randomBytes(8).toString('hex');
const give = (points: number, more: Partial<Grant> = {}) =>
  installation.db.transaction().execute((tx) => grant(tx, { userId, points, source: 'giftTest', reference: reference(), ...more }));
const spend = (points: number, of = reference()) =>
  installation.db.transaction().execute((tx) => consume(tx, userId, points, 'evidence', of));
const balance = () => pointsOf(installation.db, userId);

beforeEach(async () => {
  const mobile = `101${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const user = await installation.db
    .insertInto('users')
    .values({ type: 'personal', name: '甲', mobile, registered_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  userId = user.id;
});

describe('the points ledger', () => {
  it('gives and takes', async () => {
    expect(await balance()).toBe(0);
    expect(await give(10)).toBe(true);
    await spend(3);
    expect(await balance()).toBe(7);
  });

  it('books a gift of one reference once', async () => {
    const given = await Promise.all(Array.from({ length: 20 }, () => give(5, { reference: 'gift-1' })));
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await balance()).toBe(5);
    expect(await give(5, { reference: 'gift-1', source: 'giftOther' })).toBe(true);
    expect(await balance()).toBe(10);
  });

  it('is short with no account, with too little, and leaves everything as it was', async () => {
    await expect(spend(1)).rejects.toBeInstanceOf(PointsShortage);
    await give(4);
    await expect(spend(5)).rejects.toMatchObject({ needed: 5 });
    expect(await balance()).toBe(4);
  });

  it('takes nothing where the price is nothing', async () => {
    await spend(0);
    expect(
      await installation.db
        .selectFrom('points_transfer')
        .innerJoin('points_account', 'points_account.id', 'from_account')
        .select('points')
        .where('user_id', '=', userId)
        .execute(),
    ).toEqual([]);
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses %d points', async (points) => {
    await expect(give(points)).rejects.toBeInstanceOf(RangeError);
    await expect(spend(points)).rejects.toBeInstanceOf(RangeError);
  });

  it('gives back what a failed transaction took', async () => {
    await give(4);
    const failing = installation.db.transaction().execute(async (tx) => {
      await consume(tx, userId, 3, 'evidence', reference());
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await balance()).toBe(4);
  });

  it('gives back what was taken once, and nothing that was not', async () => {
    await give(4);
    const taken = reference();
    await installation.db.transaction().execute((tx) => consume(tx, userId, 3, 'web', taken));
    const back = () => installation.db.transaction().execute((tx) => refundPoints(tx, userId, 'web', taken));
    expect((await Promise.all([back(), back(), back()])).filter(Boolean)).toHaveLength(1);
    expect(await balance()).toBe(4);
    expect(await installation.db.transaction().execute((tx) => refundPoints(tx, userId, 'web', reference()))).toBe(false);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });

  it('lets 50 at once spend what is there and no point more, and sums to the balance', async () => {
    await give(30);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => spend(1)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(PointsShortage);
    expect(await balance()).toBe(0);
    await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? give(2) : spend(1).catch(() => undefined))));
    const { rows } = await sql<{ sum: string }>`
      select sum(case when to_account = a.id then points else -points end) as sum from points_transfer
      join points_account a on a.id in (from_account, to_account) where a.user_id = ${userId}`.execute(installation.db);
    expect(Number(rows[0]?.sum)).toBe(await balance());
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });

  it('cannot be changed, and a balance that was is found', async () => {
    await give(4);
    await expect(installation.db.updateTable('points_gift').set({ points: '9' }).execute()).rejects.toThrow('append-only');
    await expect(installation.db.updateTable('points_transfer').set({ points: '9' }).execute()).rejects.toThrow('append-only');
    await expect(installation.db.deleteFrom('points_transfer').execute()).rejects.toThrow('append-only');
    await expect(sql`truncate points_transfer cascade`.execute(installation.db)).rejects.toThrow('append-only');
    await expect(
      installation.db.updateTable('points_account').set({ balance: '-1' }).where('user_id', '=', userId).execute(),
    ).rejects.toThrow('check');
    await installation.db.updateTable('points_account').set({ balance: '9' }).where('user_id', '=', userId).execute();
    expect(await checkLedger(installation.db)).toMatchObject({ broken: { userId, of: 'balance', kept: '9', booked: '4' } });
    await installation.db.updateTable('points_account').set({ balance: '4', given_test: '3' }).where('user_id', '=', userId).execute();
    expect(await checkLedger(installation.db)).toMatchObject({ broken: { userId, of: 'giftTest', kept: '3', booked: '4' } });
    await installation.db.updateTable('points_account').set({ given_test: '4' }).where('user_id', '=', userId).execute();
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });
});
