import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { checkTrailChain, extendTrailChain } from './chain.ts';
import { recordTrail } from './trail.ts';

const installation = testDatabase();
const actor = { kind: 'system', id: '', name: '测试', ip: '' } as const;
const add = (n: number) =>
  recordTrail(installation.db, actor, { action: '登录', object: `account/${n}`, before: { n }, after: { n: n + 1, note: '改' } });

it('links every row once, in order, also when two servers link at once', async () => {
  for (let n = 0; n < 25; n += 1) await add(n);
  const linked = await Promise.all([
    extendTrailChain(installation.db, 10),
    extendTrailChain(installation.db, 10),
    extendTrailChain(installation.db, 10),
  ]);
  expect(linked.reduce((sum, n) => sum + n, 0)).toBe(25);
  expect(await checkTrailChain(installation.db, 7)).toEqual({ checked: 25, broken: null });
});

it('takes up rows that committed late', async () => {
  await installation.db.transaction().execute(async (tx) => {
    await recordTrail(tx, actor, { action: '退出登录', object: 'account/late' });
    await add(100);
    await extendTrailChain(installation.db);
  });
  await extendTrailChain(installation.db);
  expect(await checkTrailChain(installation.db)).toEqual({ checked: 27, broken: null });
});

it('refuses updates, deletes and truncation', async () => {
  for (const statement of [
    "update trail set action = 'x'",
    'delete from trail',
    'truncate trail cascade',
    "update trail_chain set hash = ''",
    'delete from trail_chain',
    'truncate trail_chain',
  ]) {
    await expect(installation.pool.query(statement)).rejects.toThrow('append-only');
  }
});

it.each([
  ['edited', `update trail set after = '{"n": 9}' where id = 5`, /row 5 or its place was changed/],
  ['back-dated', `update trail set at = at - interval '1 day' where id = 5`, /row 5 or its place was changed/],
  ['deleted', 'delete from trail_chain where seq = 5', /link is missing/],
  ['swapped', 'update trail_chain a set hash = b.hash from trail_chain b where (a.seq, b.seq) in ((5, 6), (6, 5))', /changed/],
  [
    'slipped in',
    `insert into trail (actor_kind, actor_id, actor_name, ip, action, object) values ('system', '', '', '', 'x', 'y');
      delete from trail_pending`,
    /is in no link/,
  ],
])('names the first row that somebody with the database in hands %s', async (_case, statement, reason) => {
  await installation.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx); // disables the guard triggers, as an attacker would
      for (const part of statement.split('; ')) await sql.raw(part).execute(tx);
      if (statement.includes('slipped') || statement.startsWith('insert')) await sql`delete from trail_pending`.execute(tx);
      const { broken } = await checkTrailChain(tx as never);
      expect(broken?.reason).toMatch(reason);
      throw new Error('roll back');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'roll back') throw error;
    });
});
