import { describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { AccountRow, SessionRow } from '../../../contract/console/accounts.ts';
import type { RoleRow } from '../../../contract/console/roles.ts';

const installation = testApp();
const make = operators(installation);

const desk = [22, 23, 24, 34, 35];
const calls = [
  'rename',
  'password',
  'disable',
  'enable',
  'accept',
  'decline',
  'totp',
  'session',
  'add',
  'give',
  'renameRole',
  'emptyRole',
  'disableRole',
  'enableRole',
] as const;
type CallName = (typeof calls)[number];
const none: readonly CallName[] = [];
/**
 * A role with more permissions can neither be given nor changed. One with node 37 can be changed by operators without it, and given by
 * operators who have it.
 */
const untouched = { accounts: none, roles: none };
const all = {
  accounts: ['rename', 'password', 'disable', 'enable', 'accept', 'decline', 'totp', 'session', 'add', 'give'] as const,
  roles: ['renameRole', 'emptyRole', 'disableRole', 'enableRole'] as const,
};
const notGiven = { accounts: all.accounts.filter((name) => name !== 'add' && name !== 'give'), roles: all.roles };

it('lists, accounts and roles tell why one is not to be changed', async () => {
  const editor = await make.holding(...desk);
  const more = await make.role([1, 2]);
  const { id } = await make.account(more);
  const accounts = (await editor.get<{ list: AccountRow[] }>('/api/ajax/power/adminList', { limit: 100 })).data.list;
  const locked = (adminId: string) => accounts.find((row) => row.admin_id === adminId)?.locked;
  expect([locked(id), locked(editor.id), locked('1'), locked('4')]).toEqual([
    '该角色含有自己没有的权限，不能修改其账号',
    expect.stringContaining('不能修改自己的账号'),
    '系统管理员的账号只能由系统管理员修改',
    '',
  ]);
  const roles = (await editor.get<{ data: RoleRow[] }>('/api/ajax/role/getRoleList', { limit: 100 })).data.data;
  expect(['1', more, editor.roleId, '3'].map((roleId) => roles.find((row) => row.id === roleId)?.locked)).toEqual([
    '系统管理员角色不能修改',
    '该角色含有自己没有的权限，不能修改',
    '不能修改自己所属的角色',
    '',
  ]);
  expect(await editor.get('/api/ajax/power/getOne', { id })).toMatchObject({ data: { locked: locked(id) } });
  expect(await editor.post('/api/ajax/role/getSaveRole', { id: more })).toMatchObject({
    data: { roleInfo: { locked: '该角色含有自己没有的权限，不能修改' } },
  });
});

describe('every call that changes another account or role', () => {
  it.each([
    ['holds what he holds', desk, desk, all],
    ['holds less', [1, 2, ...desk], [1, 2], all],
    ['holds nothing', desk, [], all],
    ['holds one action more', [1, 2, ...desk], [1, 2, 27], untouched],
    ['holds another page', desk, [15, 16], untouched],
    ['sees all applications, and he his own', [9, 10, 37, ...desk], [9, 10], untouched],
    ['sees his own applications, as he does', [9, 10, 37, ...desk], [9, 10, 37], all],
    ['sees his own applications, and he all', [9, 10, ...desk], [9, 10, 37], notGiven],
    // It stayed when its last page left the role; alone it opens nothing.
    ['holds a group without its pages', desk, [15], notGiven],
  ] as const)('is refused or done by an editor whose target %s', async (_what, own, nodes, expected) => {
    const editor = await make.holding(...own);
    const target = await make.role([...nodes]);
    expect(await done(editor, target)).toEqual([...expected.accounts, ...expected.roles]);
  });

  it('reaches administrators by administrators alone, and role 1 by nobody', async () => {
    const editor = await make.holding(...desk);
    expect(await done(editor, '1')).toEqual([]);
    const admin = await installation.signIn('admin@example.com');
    expect(await done(admin, '1')).toEqual(all.accounts);
    expect(await done(admin, await make.role([1, 2, 27]))).toEqual([...all.accounts, ...all.roles]);
  });

  it('leaves himself alone: account, acceptance and role; his password asks for the old one', async () => {
    const editor = await make.holding(...desk);
    const before = [await rowOf(editor.id), await roleOf(editor.roleId)];
    const own = await callsOn(editor, editor.roleId, editor.id);
    for (const name of ['rename', 'password', 'disable', 'accept', 'totp', 'renameRole', 'emptyRole', 'disableRole'] as const) {
      expect([name, await own[name]()]).toMatchObject([name, { code: 403, message: 'failed' }]);
    }
    expect([await rowOf(editor.id), await roleOf(editor.roleId)]).toEqual(before);
    const admin = await installation.signIn('admin@example.com');
    expect(await (await callsOn(admin, '1', '1')).rename()).toMatchObject({
      code: 403,
      data: { msg: expect.stringContaining('修改密码') as string },
    });
    expect(await editor.post('/api/User/changePassword', { oldPassword: make.password, password: 'Brand-2026' })).toMatchObject({
      code: 200,
    });
  });
});

type As = Awaited<ReturnType<typeof installation.signIn>>;

/** The calls that succeeded, each against a separate account or role; refused calls must leave no trace. */
async function done(editor: As, roleId: string): Promise<CallName[]> {
  const through: CallName[] = [];
  for (const name of calls) {
    const { id, username } = await make.account(roleId);
    await prepare(name, id, roleId);
    await installation.signIn(username).catch(() => undefined);
    const before = JSON.stringify([await rowOf(id), await roleOf(roleId), await accountsOf(roleId)]);
    const answer = await (await callsOn(editor, roleId, id))[name]();
    if (answer.code === 200) through.push(name);
    else
      expect([name, answer.code, JSON.stringify([await rowOf(id), await roleOf(roleId), await accountsOf(roleId)])]).toEqual([
        name,
        403,
        before,
      ]);
    if (roleId !== '1') await installation.db.updateTable('role').set({ status: 'enabled' }).where('id', '=', roleId).execute();
  }
  return through;
}

/** Puts the target into a state in which the call would change something. */
async function prepare(name: CallName, id: string, roleId: string): Promise<void> {
  if (name === 'enable') await installation.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', id).execute();
  if (name === 'decline') await installation.db.updateTable('account').set({ accepts: true }).where('id', '=', id).execute();
  if (name === 'enableRole' && roleId !== '1')
    await installation.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', roleId).execute();
  if (name === 'totp')
    await installation.db
      .insertInto('account_totp')
      .values({ account_id: id, secret: Buffer.alloc(40), confirmed_at: new Date(), last_step: '0' })
      .execute();
}

async function callsOn(editor: As, roleId: string, id: string) {
  const admin = await installation.signIn('admin@example.com');
  const { username, realname, mobile } = await rowOf(id);
  const person = { id, username, realname, mobile, role_id: roleId, password: '' };
  const role = await roleOf(roleId);
  const form = { roleId, roleName: role.position, roleDesc: '说明', menuId: role.nodes.join(',') || '23' };
  const plain = await make.account('3');
  const sessions = (await admin.get<{ list: SessionRow[] }>('/api/ajax/power/sessionList', { id })).data.list;
  return {
    rename: () => editor.post('/api/ajax/power/accountUpdate', { ...person, realname: '改其名' }),
    password: () => editor.post('/api/ajax/power/accountUpdate', { ...person, password: 'Taken-2026' }),
    disable: () => editor.post('/api/ajax/power/disableEnable', { id, status: 2 }),
    enable: () => editor.post('/api/ajax/power/disableEnable', { id, status: 1 }),
    accept: () => editor.post('/api/ajax/power/acceptEnable', { id, is_accepted: 1 }),
    decline: () => editor.post('/api/ajax/power/acceptEnable', { id, is_accepted: 2 }),
    totp: () => editor.post('/api/ajax/power/totpReset', { id }),
    session: () => editor.post('/api/ajax/power/sessionEnd', { id: sessions[0]?.id ?? '0' }),
    add: () => editor.post('/api/ajax/power/addAccount', { ...person, username: `add-${plain.username}`, password: 'Abcd2026' }),
    give: () => editor.post('/api/ajax/power/accountUpdate', { ...person, id: plain.id, username: plain.username }),
    renameRole: () => editor.post('/api/ajax/role/addRole', { ...form, roleName: `改${roleId}` }),
    emptyRole: () => editor.post('/api/ajax/role/addRole', { ...form, menuId: '24', roleDesc: '只余一项' }),
    disableRole: () => editor.post('/api/ajax/role/roleDisable', { id: roleId, type: 2 }),
    enableRole: () => editor.post('/api/ajax/role/roleDisable', { id: roleId, type: 1 }),
  } satisfies Record<CallName, () => Promise<unknown>>;
}

function rowOf(id: string) {
  return installation.db
    .selectFrom('account')
    .select(['id', 'username', 'realname', 'mobile', 'role_id', 'status', 'accepts', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function roleOf(id: string) {
  return installation.db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function accountsOf(roleId: string) {
  return installation.db
    .selectFrom('account')
    .leftJoin('account_totp', 'account_totp.account_id', 'account.id')
    .select(['account.id', 'confirmed_at'])
    .where('role_id', '=', roleId)
    .orderBy('account.id')
    .execute();
}
