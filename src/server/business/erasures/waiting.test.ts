import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { insertUsers, randomNumbers, randomUser } from '../../../../test/installation/factories/many-users.ts';
import { erasureFindings } from '../../overview/system-status/find-all.ts';

const installation = testApp();
let users: string[];

beforeAll(async () => {
  const random = randomNumbers(1);
  await insertUsers(
    installation.db,
    [1, 2, 3, 4].map((index) => randomUser(random, index)),
  );
  users = (await installation.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
});

/** An erasure of the user at `at`, decided `seconds` ago. */
async function decided(at: number, state: 'approved' | 'erased' | 'done', seconds: number): Promise<void> {
  await sql`
    insert into erasure (user_id, state, reason, requested_by, requested_name, decided_by, decided_name, decided_at, erased_at, done_at)
    select ${users[at]}, ${state}, '书面要求', '2', '甲', '1', '乙', moment,
      case when ${state} <> 'approved' then moment end, case when ${state} = 'done' then moment end
    from (select clock_timestamp() - make_interval(secs => ${seconds}) as moment) as past`.execute(installation.db);
}

async function metric(name: string): Promise<number> {
  const { body } = await installation.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
  return Number(new RegExp(String.raw`^${name} (\S+)$`, 'm').exec(body)?.[1]);
}

describe('erasures that two people decided', () => {
  it('are no matter where none waits', async () => {
    await decided(0, 'done', 90_000);
    expect(await erasureFindings(installation.db)).toEqual([
      { item: 'erasures', name: '个人信息删除', state: 'ok', detail: 'none waits', text: '没有待执行的删除' },
    ]);
    expect(await metric('notary_erasures_waiting')).toBe(0);
    expect(await metric('notary_erasure_oldest_waiting_seconds')).toBe(0);
  });

  it('wait in order for an hour', async () => {
    await decided(1, 'approved', 60);
    await decided(2, 'erased', 1_800);
    expect(await erasureFindings(installation.db)).toMatchObject([
      { state: 'ok', detail: '1 wait for their turn, of 1 the files are still there', text: '1 件已批准待执行，1 件的文件待清除' },
    ]);
    expect(await metric('notary_erasures_waiting')).toBe(2);
    const oldest = await metric('notary_erasure_oldest_waiting_seconds');
    expect(oldest).toBeGreaterThanOrEqual(1_800);
    expect(oldest).toBeLessThan(3_600);
  });

  it('are bad after it, with what to do', async () => {
    await decided(3, 'approved', 7_200);
    const [found] = await erasureFindings(installation.db);
    expect(found).toMatchObject({
      state: 'bad',
      detail: '2 wait for their turn, of 1 the files are still there; 1 wait for over an hour',
      text: '2 件已批准待执行，1 件的文件待清除，其中 1 件已超过 1 小时',
    });
    expect(JSON.stringify(found)).toContain('启动服务');
    expect(await metric('notary_erasures_waiting')).toBe(3);
    expect(await metric('notary_erasure_oldest_waiting_seconds')).toBeGreaterThanOrEqual(7_200);
  });

  it('wait anew from the moment in which a restored database begins them again', async () => {
    await sql`update erasure set repeated_at = clock_timestamp() where user_id = ${users[3]}`.execute(installation.db);
    expect(await erasureFindings(installation.db)).toMatchObject([{ state: 'ok' }]);
    expect(await metric('notary_erasure_oldest_waiting_seconds')).toBeLessThan(3_600);
  });
});
