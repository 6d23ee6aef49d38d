import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import type { AccountRow, RoleChoice } from '../../../contract/console/accounts.ts';
import type { RoleRow } from '../../../contract/console/roles.ts';

const installation = testApp();
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;

/** An office of 1,000 roles and 5,000 accounts, besides those that every test has. */
beforeAll(async () => {
  await installation.pool.query(
    "insert into role (position, description, nodes) select '岗位' || n, '第' || n || '岗', array[1, 2] from generate_series(1, 1000) n",
  );
  await installation.pool.query(`
    insert into account (username, realname, mobile, role_id, password_hash)
    select 'many' || n || '@example.com', '操作员', '120' || lpad(n::text, 8, '0'), r.id, (select password_hash from account where id = 1)
      from generate_series(1, 5000) n join role r on r.position = '岗位' || (n % 1000 + 1)`);
  admin = await installation.signIn('admin@example.com');
});

const accounts = async (fields: Record<string, string | number>) =>
  (await admin.get<{ list: AccountRow[]; count: number }>('/api/ajax/power/adminList', fields)).data;

it('shows each of 5,000 accounts on one page, and finds one by name, mobile or username', async () => {
  const first = await accounts({});
  expect(first.count).toBe(5004);
  const pages = await Promise.all([1, 2, 51].map((page) => accounts({ page, limit: 100 })));
  expect(pages.map(({ list }) => list.length)).toEqual([100, 100, 4]);
  expect(new Set(pages.flatMap(({ list }) => list.map((row) => row.admin_id))).size).toBe(204);
  for (const keyword of ['many4321@', '12000004321'])
    expect(await accounts({ keyword })).toMatchObject({ count: 1, list: [{ username: 'many4321@example.com', position: '岗位322' }] });
  expect((await accounts({ keyword: '操作员', page: 500 })).list.length).toBe(10);
});

it('shows each of 1,000 roles, and offers all of them to an account', async () => {
  const roles = async (fields: Record<string, string | number>) =>
    (await admin.get<{ data: RoleRow[]; count: number }>('/api/ajax/role/getRoleList', fields)).data;
  expect(await roles({ page: 101 })).toMatchObject({ count: 1003, data: [{ id: '3' }, { id: '2' }, { id: '1' }] });
  expect((await roles({ keyword: '岗位100' })).count).toBe(2);
  const { data, count } = (await admin.get<{ data: RoleChoice[]; count: number }>('/api/ajax/power/roleInfo')).data;
  expect([data.length, count, new Set(data.map((role) => role.id)).size]).toEqual([1003, 1003, 1003]);
});
