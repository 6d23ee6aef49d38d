import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../../test/installation/app.ts';

const installation = testApp();
const people = operators(installation);
let one: Awaited<ReturnType<typeof people.holding>>;
let other: Awaited<ReturnType<typeof people.holding>>;
beforeAll(async () => {
  // Permissions for users of both types, and for exports.
  [one, other] = [await people.holding(2, 3, 36), await people.holding(2, 3, 36)];
});

const ask = (token: string) =>
  installation.app.inject({ method: 'GET', url: '/api/export/userExport?type=1', headers: { cookie: `token=${token}` } });
const onTrail = async (): Promise<number> =>
  (await installation.db.selectFrom('trail').select('id').where('action', '=', '导出').execute()).length;

it('one of an operator is sent at a time: the second is refused in words and stands on no trail, and that of another goes on', async () => {
  const before = await onTrail();
  // Blocks all exports until one of them has been refused.
  const hold = await installation.pool.connect();
  await hold.query('begin; lock table users in access exclusive mode');
  const asked = [ask(one.token), ask(one.token), ask(other.token)] as const;
  await Promise.race(asked.slice(0, 2));
  await hold.query('commit');
  hold.release();
  const replies = await Promise.all(asked);
  const refused = replies.filter((reply) => String(reply.headers['content-type']).startsWith('application/json'));
  expect(refused.map((reply) => reply.json<unknown>())).toEqual([
    { code: 403, message: 'failed', msg: 'failed', data: { msg: '您有一个导出正在进行，请等它完成后再试' } },
  ]);
  for (const reply of replies.filter((sent) => !refused.includes(sent))) expect((await readXlsx(reply.rawPayload)).sheets).toHaveLength(1);
  expect(await onTrail()).toBe(before + 2);
  expect((await ask(one.token)).headers['content-type']).toContain('spreadsheetml');
});

it('whose rows cannot be read is answered by the envelope and not by half a file, and the next one works', async () => {
  await sql`alter table users rename to users_away`.execute(installation.db);
  try {
    const reply = await ask(one.token);
    expect(reply.statusCode).toBe(500);
    expect(reply.headers['content-disposition']).toBeUndefined();
    expect(reply.json<unknown>()).toMatchObject({ code: 500, message: expect.stringContaining('系统繁忙') as string });
  } finally {
    await sql`alter table users_away rename to users`.execute(installation.db);
  }
  expect((await ask(one.token)).headers['content-type']).toContain('spreadsheetml');
});
