import { Kysely, PostgresDialect, sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { preparedPlan } from './prepared-plans.ts';
import { openPool } from '../pool.ts';

const kept = (pool: ReturnType<typeof openPool>) =>
  pool.query<{ statement: string; uses: number }>(
    `select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements order by statement`,
  );

it('plans a statement that asks for it once a connection, under a name of its own, and no other', async () => {
  const pool = openPool({ ...inject('cluster'), database: 'postgres', max: 1 });
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) });
  try {
    const sum = async (by: number) => (await sql<{ n: number }>`select ${by}::int + 1 as n ${preparedPlan}`.execute(db)).rows;
    const names = async (of: string[]) => (await sql<{ n: string }>`select unnest(${of}::text[]) as n ${preparedPlan}`.execute(db)).rows;
    expect(await sum(1)).toEqual([{ n: 2 }]);
    expect(await names(['a', '乙'])).toEqual([{ n: 'a' }, { n: '乙' }]);
    for (let by = 2; by < 9; by += 1) expect(await sum(by)).toEqual([{ n: by + 1 }]);
    expect(await db.transaction().execute((tx) => sql`select ${9}::int + 1 as n ${preparedPlan}`.execute(tx))).toMatchObject({
      rows: [{ n: 10 }],
    });
    await sql`select ${5}::int + 2`.execute(db);
    expect((await kept(pool)).rows).toEqual([
      { statement: expect.stringContaining('::int + 1') as string, uses: 9 },
      { statement: expect.stringContaining('unnest') as string, uses: 1 },
    ]);
    // An error is reported, and the plan can be used again.
    await expect(sum(2 ** 31)).rejects.toThrow('out of range');
    expect(await sum(1)).toEqual([{ n: 2 }]);
    // Plans are lost with their connection; the next connection makes them again.
    await pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    expect(await sum(3)).toEqual([{ n: 4 }]);
    expect((await kept(pool)).rows).toMatchObject([{ uses: 1 }]);
  } finally {
    await db.destroy();
  }
});
