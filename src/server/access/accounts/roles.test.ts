import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { MenuItem } from '../../../contract/console/session.ts';
import type { HeldRule, RoleRow, Rule } from '../../../contract/console/roles.ts';
import { allNodeIds } from '../../../domain/business/access/access.ts';

const installation = testApp();
const make = operators(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

const nodesOf = async (id: string) =>
  (await installation.db.selectFrom('role').select('nodes').where('id', '=', id).executeTakeFirstOrThrow()).nodes;
const byName = (position: string) =>
  installation.db.selectFrom('role').selectAll().where('position', '=', position).executeTakeFirstOrThrow();
const save = (by: As, menuId: string | number[], more: Record<string, string> = {}) =>
  by.post('/api/ajax/role/addRole', { roleName: `岗位${Math.random()}`, roleDesc: '描述', menuId, ...more });
interface Saved {
  roleInfo: { position: string; desc: string; version: string };
  allListTree: HeldRule[];
}
const open = async (id: string, by = admin) => (await by.post<Saved>('/api/ajax/role/getSaveRole', { id })).data;
const held = (tree: readonly (HeldRule | HeldRule['childMenu'][number])[]): number[] =>
  tree.flatMap((node) => [...(node.have === 1 ? [Number(node.id)] : []), ...held(node.childMenu)]);
const records = async (id: string, fields = {}) =>
  (
    await admin.get<{ list: { operator: string; operate_time: string; action: string }[]; count: number }>('/api/OperateRecords/getList', {
      roleOrAccountId: id,
      type: 1,
      ...fields,
    })
  ).data;

describe('a role', () => {
  it('is added with the groups of its pages, and its holder sees them', async () => {
    expect(await save(admin, '2,10,29', { roleName: '受理员', roleDesc: '受理出证' })).toMatchObject({
      code: 200,
      message: '新增成功',
      data: null,
    });
    const role = await byName('受理员');
    expect(role).toMatchObject({ nodes: [1, 2, 9, 10, 29], description: '受理出证', status: 'enabled' });
    const holder = await installation.signIn((await make.account(role.id)).username);
    const menu = (await holder.post<MenuItem[]>('/api/member/getMenu')).data;
    expect(menu.map(({ name, childMenu }) => [name, childMenu.map((page) => page.name)])).toEqual([
      ['用户管理', ['企业用户认证']],
      ['在线公证', ['出证申请']],
    ]);
  });

  it.each([
    ['one node', '2', [1, 2]],
    ['a group alone', '1', [1]],
    ['half-checked parents, twice', '9,10,9', [9, 10]],
    ['every node', allNodeIds.join(','), allNodeIds],
  ])('takes %s', async (_what, menuId, nodes) => {
    const roleName = `取${menuId.slice(0, 20)}`;
    expect(await save(admin, menuId, { roleName })).toMatchObject({ code: 200 });
    expect((await byName(roleName)).nodes).toEqual(nodes);
  });

  it.each([
    [{ roleName: '' }, '请输入不超过30个字符的角色名称，必填'],
    [{ roleName: '   ' }, '请输入不超过30个字符的角色名称，必填'],
    [{ roleName: '𠮷'.repeat(31) }, '请输入不超过30个字符的角色名称，必填'],
    [{ roleDesc: '' }, '请输入不超过200个字符的角色描述，必填'],
    [{ roleDesc: '😀'.repeat(201) }, '请输入不超过200个字符的角色描述，必填'],
    [{ menuId: '' }, '请选择模块权限'],
    [{ menuId: ' , ' }, '请选择模块权限'],
    [{ menuId: '2,999' }, '模块权限无效'],
    [{ menuId: '2;drop' }, '模块权限无效'],
    [{ menuId: '2,37' }, '数据权限须与出证申请一并选择'],
    [{ menuId: '9,37' }, '数据权限须与出证申请一并选择'],
    [{ roleName: '管理员' }, '角色名称已存在'],
    [{ roleId: '999999' }, '该角色不存在'],
    [{ roleId: '1' }, '系统管理员角色不能修改'],
  ])('is refused with %j', async (fields, msg) => {
    const before = await installation.db.selectFrom('role').selectAll().orderBy('id').execute();
    expect(await save(admin, '2', fields)).toMatchObject(failed(msg));
    expect(await installation.db.selectFrom('role').selectAll().orderBy('id').execute()).toEqual(before);
  });

  it('takes 30 rare characters as its name, 200 as its description, and 37 beside 9 and 10', async () => {
    expect(await save(admin, '9,10,37', { roleName: '𠮷'.repeat(30), roleDesc: '😀'.repeat(200) })).toMatchObject({ code: 200 });
    expect((await byName('𠮷'.repeat(30))).nodes).toEqual([9, 10, 37]);
  });

  it('is opened with its nodes marked and 数据权限 last; role 1 has them all', async () => {
    const saved = await open(await make.role([9, 10, 37], '公证员甲'));
    expect(saved.roleInfo).toMatchObject({ position: '公证员甲', desc: '', status: 1 });
    expect(held(saved.allListTree)).toEqual([9, 10, 37]);
    expect(saved.allListTree.at(-1)).toMatchObject({ id: '37', name: '数据权限', have: 1 });
    expect(held((await open('1')).allListTree)).toEqual(allNodeIds);
    const rules = await admin.get<Rule[]>('/api/ajax/role/getAllRule');
    expect(rules.data.at(-1)).toEqual({ id: '37', name: '数据权限', grantable: 1, childMenu: [] });
    expect(Object.keys(rules.data[0]?.childMenu[0] ?? {})).toEqual(['id', 'name', 'grantable', 'childMenu']);
  });

  it('is listed newest first under data.data, in pages and by a keyword that is literal', async () => {
    const id = await make.role([], '折扣%专员');
    const list = (fields: object) => admin.get<{ data: RoleRow[]; count: number }>('/api/ajax/role/getRoleList', { ...fields });
    const first = (await list({})).data;
    expect(first.data[0]).toEqual({ id, position: '折扣%专员', desc: '', status: 1, status_name: '启用', locked: '' });
    expect(first.data.length).toBe(10);
    expect((await list({ page: Math.ceil(first.count / 10) })).data.data.at(-1)).toMatchObject({ id: '1', position: '管理员' });
    expect((await list({ keyword: '%' })).data).toMatchObject({ count: 1, data: [{ id }] });
  });

  it('tells its changes by name, newest first', async () => {
    await save(admin, '2,3', { roleName: '变更岗' });
    const { id } = await byName('变更岗');
    expect(await save(admin, '3,4', { roleId: id, roleName: '变更岗二', roleDesc: '描述' })).toMatchObject({
      code: 200,
      message: '编辑成功',
    });
    // Nothing changed, so no record is written.
    expect(await save(admin, '3,4', { roleId: id, roleName: '变更岗二', roleDesc: '描述' })).toMatchObject({ code: 200 });
    await admin.post('/api/ajax/role/roleDisable', { id, type: 2 });
    expect(await records(id)).toMatchObject({
      count: 3,
      list: [
        { operator: '管理员', action: '禁用角色' },
        { action: '编辑角色：角色名称由“变更岗”改为“变更岗二”；新增权限：用户余额查询；移除权限：企业用户认证' },
        {
          action: '新增角色：角色名称“变更岗”；角色描述“描述”；新增权限：用户管理、企业用户认证、个人用户认证',
          operate_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
        },
      ],
    });
    expect(await records(id, { page: 2, limit: 2 })).toMatchObject({ count: 3, list: [{ operator: '管理员' }] });
  });
});

describe('disabling a role', () => {
  it('ends the sessions of its accounts at once, exports too, and enabling it brings none back', async () => {
    const holder = await make.holding(1, 2, 36);
    const other = await installation.signIn('reviewer@example.com');
    expect(await admin.post('/api/ajax/role/roleDisable', { id: holder.roleId, type: 2 })).toMatchObject({
      code: 200,
      message: '操作成功',
    });
    expect(await holder.get('/api/User/getAdminInfo')).toMatchObject({ code: 403, message: '账号被禁用' });
    const exported = await installation.app.inject({ url: '/api/export/userExport?type=2', headers: { cookie: `token=${holder.token}` } });
    expect(exported.json()).toMatchObject({ message: '账号被禁用' });
    expect(await installation.attempt(holder.username)).toMatchObject({ code: 403, message: '账号被禁用' });
    expect(await admin.post('/api/ajax/role/roleDisable', { id: holder.roleId, type: 2 })).toMatchObject({
      code: 430,
      data: { msg: '该角色已被禁用' },
    });
    expect(await admin.post('/api/ajax/role/roleDisable', { id: holder.roleId, type: 1 })).toMatchObject({ code: 200 });
    expect(await holder.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect(await installation.attempt(holder.username)).toMatchObject({ code: 200 });
    expect(await other.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
  });

  it('is refused for role 1 and for one’s own role', async () => {
    const editor = await make.holding(22, 23, 34);
    expect(await admin.post('/api/ajax/role/roleDisable', { id: '1', type: 2 })).toMatchObject(failed('系统管理员角色不能修改'));
    expect(await editor.post('/api/ajax/role/roleDisable', { id: editor.roleId, type: 2 })).toMatchObject(failed('不能禁用自己所属的角色'));
    expect(await admin.post('/api/ajax/role/roleDisable', { id: '2', type: 3 })).toMatchObject(failed('状态无效'));
    expect(
      await installation.db
        .selectFrom('role')
        .select('id')
        .where('id', 'in', ['1', editor.roleId])
        .where('status', '=', 'disabled')
        .execute(),
    ).toEqual([]);
  });
});

describe('nobody grants what he does not hold', () => {
  const allBut37 = allNodeIds.filter((id) => id !== 37);

  it.each([
    ['one node more', [22, 23, 34], [23, 24], '账号管理'],
    ['everything', [22, 23, 34], allBut37, '用户管理'],
    ['the narrowing node', [9, 10, 22, 23, 34], [9, 10, 37], '数据权限'],
    ['all applications, when he sees his own alone', [9, 10, 22, 23, 34, 37], [9, 10], '出证申请（全部数据）'],
  ])('%s: not to a new role, to another one nor to his own', async (_what, own, wanted, named) => {
    const editor = await make.holding(...own);
    const other = await make.role([22, 23]);
    for (const roleId of ['', other, editor.roleId]) {
      const before = roleId === '' ? [] : await nodesOf(roleId);
      const answer = await save(editor, wanted, roleId === '' ? {} : { roleId });
      expect(answer).toMatchObject({ code: 403, message: 'failed', data: { msg: expect.stringContaining(named) as string } });
      if (roleId !== '') expect(await nodesOf(roleId)).toEqual(before);
    }
  });

  it('he may grant what he holds and take nodes away, of a role that holds no more than he does', async () => {
    const editor = await make.holding(1, 2, 22, 23, 34);
    const other = await make.role([22, 23]);
    expect(await save(editor, [2, 23], { roleId: other })).toMatchObject({ code: 200 });
    expect(await nodesOf(other)).toEqual([1, 2, 22, 23]);
    const more = await make.role([6, 7, 22, 23]);
    expect(await save(editor, [2, 7, 23], { roleId: more })).toMatchObject(failed('该角色含有自己没有的权限，不能修改'));
    expect(await nodesOf(more)).toEqual([6, 7, 22, 23]);
    const answer = await editor.get<Rule[]>('/api/ajax/role/getAllRule');
    expect(answer.data.filter((node) => node.grantable === 1).map(({ name }) => name)).toEqual(['用户管理', '权限管理']);
  });

  it('one who is narrowed may not widen another role by taking 37 away', async () => {
    const editor = await make.holding(9, 10, 22, 23, 34, 37);
    const other = await make.role([9, 10, 37]);
    expect(await save(editor, [9, 10], { roleId: other })).toMatchObject(failed('不能授予自己没有的权限：出证申请（全部数据）'));
    expect(await save(editor, [9, 10, 37], { roleId: other })).toMatchObject({ code: 200 });
  });
});

describe('whose applications others see', () => {
  it('is widened by taking 37 away only by one who sees all of them himself', async () => {
    for (const [own, before, after, named] of [
      [[22, 23, 34], [9, 10, 37], [9, 10], '出证申请（全部数据）'],
      [[9, 10, 22, 23, 34], [9, 10, 29, 37], [9, 10, 29], '出证审核（全部数据）'],
    ] as const) {
      const editor = await make.holding(...own);
      const other = await make.role([...before]);
      expect(await save(editor, [...after], { roleId: other })).toMatchObject(failed(`不能授予自己没有的权限：${named}`));
      expect(await nodesOf(other)).toEqual(before);
      // The role has more permissions than the editor, who may not change even nodes that grant nothing.
      expect(await save(editor, [...before, 22], { roleId: other })).toMatchObject(failed('该角色含有自己没有的权限，不能修改'));
      expect(await save(editor, [22], { roleId: other })).toMatchObject({ code: 403 });
      expect(await nodesOf(other)).toEqual(before);
    }
    const holder = await make.holding(9, 10, 22, 23, 34);
    const other = await make.role([9, 10, 37]);
    expect(await save(holder, [9, 10], { roleId: other })).toMatchObject({ code: 200 });
    expect(await nodesOf(other)).toEqual([9, 10]);
  });
});

describe('two editors of one role', () => {
  it('the second is told what changed and nothing is lost', async () => {
    await save(admin, '2,3', { roleName: '并行岗' });
    const { id } = await byName('并行岗');
    const { version } = (await open(id)).roleInfo;
    const edits = await Promise.all(['并行甲', '并行乙'].map((roleName) => save(admin, '2,3', { roleId: id, roleName, version })));
    expect(edits.map(({ code }) => code).toSorted()).toEqual([200, 430]);
    const { position } = (await open(id)).roleInfo;
    expect(edits.find(({ code }) => code === 430)).toMatchObject({
      message: 'failed',
      data: { msg: `已被其他人修改（管理员 编辑角色：角色名称由“并行岗”改为“${position}”），请重新打开后再编辑` },
    });
    expect((await records(id)).count).toBe(2);
  });

  it('without a version the last write stands', async () => {
    const id = await make.role([1, 2]);
    await save(admin, '2,3', { roleId: id, roleName: '先写' });
    expect(await save(admin, '4', { roleId: id, roleName: '后写' })).toMatchObject({ code: 200 });
    expect(await open(id)).toMatchObject({ roleInfo: { position: '后写' } });
  });
});

it.each([
  ['a page that moved', [1, 2, 22, 43], [1, 2, 43, 46]],
  ['a page that moved, and one that stayed', [22, 23, 44], [22, 23, 44, 46]],
  ['an action of the old group', [22, 34, 45], [22, 34, 45, 46]],
  ['none of them', [22, 25, 26], [22, 25, 26]],
  ['pages that moved already', [43, 44, 46], [43, 44, 46]],
])('a role of release 1.0 with %s gets the group 机构与系统 for the pages that moved there', async (_what, before, after) => {
  const name = `岗位${Math.random()}`;
  await installation.db.insertInto('role').values({ position: name, description: '', nodes: before }).execute();
  const migration = join(import.meta.dirname, '../../platform/db/migrations/0065_office_group.sql');
  await installation.pool.query(await readFile(migration, 'utf8'));
  expect((await byName(name)).nodes).toEqual(after);
});
