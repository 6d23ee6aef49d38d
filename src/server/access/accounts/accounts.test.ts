import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { AccountRow, RoleChoice, SessionRow } from '../../../contract/console/accounts.ts';

const installation = testApp();
const make = operators(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

const person = { realname: '孙公证', mobile: '12000000001', role_id: '2' };
let next = 0;
const fresh = () => `new${(next += 1)}@example.com`;
const add = (by: As, fields: Record<string, string> = {}) =>
  by.post('/api/ajax/power/addAccount', { username: fresh(), password: 'Abcd2026', ...person, ...fields });
const rowOf = (id: string) => installation.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const one = async (id: string, by = admin) =>
  (await by.get<AccountRow & { id: string; version: string }>('/api/ajax/power/getOne', { id })).data;
/** Edits as the form does: sends all current values and the changed ones. */
async function edit(by: As, id: string, fields: Record<string, string>) {
  const { username, realname, mobile, role_id } = await rowOf(id);
  return by.post('/api/ajax/power/accountUpdate', { id, username, realname, mobile, role_id, password: '', ...fields });
}
const setStatus = (by: As, id: string, status: number) => by.post('/api/ajax/power/disableEnable', { id, status });
const accept = (by: As, id: string, is_accepted: number) => by.post('/api/ajax/power/acceptEnable', { id, is_accepted });
const records = async (id: string) =>
  (
    await admin.get<{ list: { operator: string; action: string }[]; count: number }>('/api/OperateRecords/getList', {
      roleOrAccountId: id,
      type: 2,
    })
  ).data;

describe('an account', () => {
  it('is added, can sign in, and no answer holds its password', async () => {
    const username = fresh();
    expect(await add(admin, { username })).toMatchObject({ code: 200, message: '新增成功', data: null });
    expect(await installation.attempt(username, 'Abcd2026')).toMatchObject({ code: 200 });
    const list = await admin.get<{ list: AccountRow[]; count: number }>('/api/ajax/power/adminList');
    const row = list.data.list[0];
    expect(row).toEqual({
      admin_id: expect.stringMatching(/^\d+$/) as string,
      username,
      realname: '孙公证',
      mobile: '12000000001',
      role_id: '2',
      position: '审核员',
      status: 1,
      status_name: '启用',
      is_accepted: 2,
      is_accepted_name: '不接受出证',
      totp: 0,
      passkeys: 0,
      identity: 0,
      unconfirmed: 1,
      locked: '',
    });
    const { id, version, ...rest } = await one(row?.admin_id ?? '');
    expect([id, rest, /^[1-9]\d*$/.test(version)]).toEqual([row?.admin_id, row, true]);
    expect(await records(id)).toMatchObject({
      count: 1,
      list: [{ operator: '管理员', action: `新增账号：用户名“${username}”；姓名“孙公证”；手机号“12000000001”；角色“审核员”` }],
    });
  });

  it.each([
    [{ username: '' }, '请输入用户名'],
    [{ username: 'someone' }, '用户名应为手机号或邮箱'],
    [{ username: 'ADMIN@example.com' }, '用户名已存在'],
    [{ password: '' }, '请输入密码'],
    [{ password: 'Ab1' }, '密码应为8到30位字母和数字'],
    [{ password: 'Abcd-2026' }, '密码应为8到30位字母和数字'],
    [{ password: 'a'.repeat(31) }, '密码应为8到30位字母和数字'],
    [{ realname: '' }, '请输入姓名'],
    [{ realname: 'Zhang' }, '姓名应为不超过15个字的中文姓名'],
    [{ realname: '𠮷'.repeat(16) }, '姓名应为不超过15个字的中文姓名'],
    [{ mobile: '' }, '请输入手机号'],
    [{ mobile: '12345' }, '请输入手机号或带区号的座机号'],
    [{ role_id: '' }, '请选择用户角色'],
    [{ role_id: '999999' }, '该角色不存在'],
  ])('is refused with %j', async (fields, msg) => {
    const { n } = await installation.db
      .selectFrom('account')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    expect(await add(admin, fields)).toMatchObject(failed(msg));
    expect(
      await installation.db
        .selectFrom('account')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual({ n });
  });

  it('takes a mobile as its name, a landline as its mobile, and a name of 15 rare characters', async () => {
    expect(await add(admin, { username: '12000000099', mobile: '0571-87654321', realname: '𠮷'.repeat(15) })).toMatchObject({ code: 200 });
  });

  it('is edited: an empty password keeps the old one, a new one ends its sessions, exports too', async () => {
    const user = await make.holding(1, 2, 36);
    expect(await edit(admin, user.id, { realname: '李改名' })).toMatchObject({ code: 200, message: '编辑成功' });
    expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 200, data: { realname: '李改名' } });
    expect(await edit(admin, user.id, { password: 'N&w-2026!' })).toMatchObject({ code: 200 });
    expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect(
      (await installation.app.inject({ url: '/api/export/userExport?type=2', headers: { cookie: `token=${user.token}` } })).json(),
    ).toMatchObject({ code: 401 });
    expect(await installation.attempt(user.username)).toMatchObject(failed('帐号或密码错误'));
    expect(await installation.attempt(user.username, 'N&w-2026!')).toMatchObject({ code: 200 });
    expect(await records(user.id)).toMatchObject({
      list: [{ action: '编辑账号：密码已修改' }, { action: '编辑账号：姓名由“钱测试”改为“李改名”' }],
    });
    const { rows } = await installation.pool.query<{ dump: string }>("select string_agg(t::text, '') as dump from trail t");
    expect(rows[0]?.dump).not.toContain('N&w-2026!');
  });

  it('takes nothing that its form does not have', async () => {
    const { id } = await make.account('2');
    await edit(admin, id, { realname: '周无权', status: '2', is_accepted: '1', accepts: 'true', uid: '1' });
    expect(await rowOf(id)).toMatchObject({ realname: '周无权', status: 'enabled', accepts: false });
  });

  it('is found by a piece of its username, name or mobile, literally, and by its number', async () => {
    const { username } = await make.account('2', '司马找我');
    const find = async (keyword: string) =>
      (await admin.get<{ list: AccountRow[]; count: number }>('/api/ajax/power/adminList', { keyword })).data;
    expect(await find('马找')).toMatchObject({ count: 1, list: [{ username }] });
    expect((await find('_')).count).toBe(0);
    const { id } = await make.account('2');
    expect((await find(id)).list.map((row) => row.admin_id)).toContain(id);
    for (const mobile of ['057188007777', '0571-88007777']) {
      await installation.db.updateTable('account').set({ mobile }).where('id', '=', id).execute();
      for (const keyword of ['0571-88007777', '057188007777', '(0571) 8800 7777'])
        expect([mobile, keyword, (await find(keyword)).count]).toEqual([mobile, keyword, 1]);
    }
  });
});

describe('disabling an account', () => {
  it('ends its sessions at once, and enabling it brings none back', async () => {
    const user = await make.holding(1, 2);
    expect(await setStatus(admin, user.id, 2)).toMatchObject({ code: 200, message: '操作成功' });
    expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 403, message: '账号被禁用' });
    expect(await setStatus(admin, user.id, 2)).toMatchObject({ code: 430, data: { msg: '该账号已被禁用' } });
    expect(await setStatus(admin, user.id, 1)).toMatchObject({ code: 200 });
    expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect((await records(user.id)).list.map(({ action }) => action)).toEqual(['启用账号', '禁用账号']);
  });

  it('leaves it no say in taking applications until it is enabled', async () => {
    const { id } = await make.account('2');
    expect(await accept(admin, id, 1)).toMatchObject({ code: 200 });
    expect(await accept(admin, id, 1)).toMatchObject({ code: 430 });
    await setStatus(admin, id, 2);
    expect(await accept(admin, id, 2)).toMatchObject(failed('账号已禁用，不能设置出证受理'));
    expect(await rowOf(id)).toMatchObject({ accepts: true });
    await setStatus(admin, id, 1);
    expect(await accept(admin, id, 2)).toMatchObject({ code: 200 });
    expect((await records(id)).list.map(({ action }) => action)).toEqual(['不接受出证', '启用账号', '禁用账号', '接受出证']);
  });

  it('of all others leaves one administrator, who can neither disable himself nor change his role', async () => {
    expect(await setStatus(admin, '1', 2)).toMatchObject(failed('不能禁用自己的账号'));
    expect(await edit(admin, '1', { role_id: '2' })).toMatchObject(failed('不能修改自己的角色'));
    const accounts = await Promise.all([make.account('1'), make.account('1')]);
    const [one, two] = await Promise.all(accounts.map(({ username }) => installation.signIn(username)));
    if (!one || !two || !accounts[0] || !accounts[1]) throw new Error('two administrators are needed');
    expect(await setStatus(one, '1', 2)).toMatchObject({ code: 200 });
    // Each disables the other at the same time: one of them remains, whichever it is.
    const answers = await Promise.all([setStatus(one, accounts[1].id, 2), setStatus(two, accounts[0].id, 2)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const left = await installation.db
      .selectFrom('account')
      .select('id')
      .where('role_id', '=', '1')
      .where('status', '=', 'enabled')
      .execute();
    expect(left).toHaveLength(1);
    await installation.db.updateTable('account').set({ status: 'enabled' }).where('id', '=', '1').execute();
    await installation.db
      .updateTable('account')
      .set({ status: 'disabled' })
      .where(
        'id',
        'in',
        accounts.map(({ id }) => id),
      )
      .execute();
    admin = await installation.signIn('admin@example.com');
  });
});

describe('escalation', () => {
  const editorNodes = [22, 24, 35];

  it('a foreign administrator’s account is out of reach', async () => {
    const editor = await make.holding(...editorNodes);
    const before = await rowOf('1');
    const refusal = failed('系统管理员的账号只能由系统管理员修改');
    expect(await edit(editor, '1', { role_id: '3' })).toMatchObject(refusal);
    expect(await edit(editor, '1', { password: 'Taken2026' })).toMatchObject(refusal);
    expect(await setStatus(editor, '1', 2)).toMatchObject(refusal);
    expect(await accept(editor, '1', 1)).toMatchObject(refusal);
    const { list } = (await editor.get<{ list: SessionRow[] }>('/api/ajax/power/sessionList', { id: '1' })).data;
    expect(await editor.post('/api/ajax/power/sessionEnd', { id: list[0]?.id ?? '' })).toMatchObject(refusal);
    expect(await rowOf('1')).toEqual(before);
    expect(await admin.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
  });

  it('no role that holds more is given, to a new account, another one or his own, nor is its password set', async () => {
    const editor = await make.holding(...editorNodes);
    const more = await make.role([1, 2]);
    const same = await make.role([22, 24]);
    const victim = await make.account(more);
    const plain = await make.account(same);
    for (const role_id of ['1', more]) {
      expect(await add(editor, { role_id })).toMatchObject(failed('该角色含有自己没有的权限，不能分配给账号'));
      expect(await edit(editor, plain.id, { role_id })).toMatchObject(failed('该角色含有自己没有的权限，不能分配给账号'));
      expect(await edit(editor, editor.id, { role_id })).toMatchObject(failed('不能修改自己的角色'));
    }
    expect(await edit(editor, victim.id, { password: 'Taken2026' })).toMatchObject(
      failed('该角色含有自己没有的权限，不能修改其账号的密码'),
    );
    expect(await edit(editor, victim.id, { realname: '不可改名' })).toMatchObject(failed('该角色含有自己没有的权限，不能修改其账号'));
    expect(await edit(editor, plain.id, { password: 'Reset2026' })).toMatchObject({ code: 200 });
    expect(await add(editor, { role_id: same })).toMatchObject({ code: 200 });
    const { data } = (await editor.get<{ data: RoleChoice[]; count: number }>('/api/ajax/power/roleInfo')).data;
    expect(data.filter(({ id }) => ['1', more, same].includes(id)).map(({ grantable }) => grantable)).toEqual([0, 0, 1]);
  });

  it('one who sees his own applications alone gives no role that sees all', async () => {
    const editor = await make.holding(9, 10, 37, ...editorNodes);
    const [all, own] = [await make.role([9, 10]), await make.role([9, 10, 37])];
    expect(await add(editor, { role_id: all })).toMatchObject({ code: 403 });
    expect(await add(editor, { role_id: own })).toMatchObject({ code: 200 });
  });

  it('a disabled role is given to nobody', async () => {
    const role_id = await make.role([]);
    await admin.post('/api/ajax/role/roleDisable', { id: role_id, type: 2 });
    expect(await add(admin, { role_id })).toMatchObject(failed('该角色已被禁用'));
  });
});

describe('two editors of one account', () => {
  it('the second is told what changed and nothing is lost', async () => {
    const { id } = await make.account('2');
    const { version } = await one(id);
    const edits = await Promise.all(['吴先到', '郑先到'].map((realname) => edit(admin, id, { realname, version })));
    expect(edits.map(({ code }) => code).toSorted()).toEqual([200, 430]);
    const { realname } = await rowOf(id);
    expect(edits.find(({ code }) => code === 430)?.data).toMatchObject({
      msg: `已被其他人修改（管理员 编辑账号：姓名由“钱测试”改为“${realname}”），请重新打开后再编辑`,
    });
    expect(await edit(admin, id, { realname: '冯最后' })).toMatchObject({ code: 200 });
  });

  it('one disables it while the other gives it another role: both are done', async () => {
    const { id } = await make.account(await make.role([1, 2]));
    const role = await make.role([1, 3]);
    const editor = await installation.pool.connect();
    try {
      await editor.query('begin');
      await editor.query('update account set role_id = $2 where id = $1', [id, role]);
      const disabling = setStatus(admin, id, 2);
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await installation.pool.query(waiting)).rows.length, { timeout: 120_000 }).toBe(1);
      await editor.query('commit');
      expect(await disabling).toMatchObject({ code: 200 });
    } finally {
      editor.release(true);
    }
    expect(await rowOf(id)).toMatchObject({ role_id: role, status: 'disabled' });
  });

  it('takes a username once, whoever asks at the same time', async () => {
    const username = fresh();
    const answers = await Promise.all([add(admin, { username }), add(admin, { username })]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 403]);
  });
});
