import { z } from 'zod';
import { changedKind, enabledStatus } from '../../domain/business/codes/access.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { completeNodes, isNarrowingIdle } from '../../domain/business/access/role-nodes.ts';
import { get, post } from '../call.ts';
import { code, id, keyword, limit, listOf, optional, page, text, version } from '../fields.ts';

const ruleLeaf = z.object({
  id: z.string(),
  name: z.string(),
  /** 1 if the asking operator may grant the node. */
  grantable: z.number(),
});
const rule = ruleLeaf.extend({ childMenu: z.array(ruleLeaf.extend({ childMenu: z.array(z.never()) })) });
export type Rule = z.output<typeof rule>;
const heldLeaf = ruleLeaf.extend({ /** 1 if the role has the node. */ have: z.number() });
const heldRule = heldLeaf.extend({ childMenu: z.array(heldLeaf.extend({ childMenu: z.array(z.never()) })) });
export type HeldRule = z.output<typeof heldRule>;

const roleRow = z.object({
  id: z.string(),
  position: z.string(),
  desc: z.string(),
  status: z.number(),
  status_name: z.string(),
  /** Why the asking operator may not change the role; empty if they may. */ locked: z.string(),
});
export type RoleRow = z.output<typeof roleRow>;

const changeRow = z.object({ id: z.string(), operator: z.string(), operate_time: z.string(), action: z.string() });

const roleNameRule = `请输入不超过${limits.roleNameChars}个字符的角色名称，必填`;
const roleDescriptionRule = `请输入不超过${limits.roleDescriptionChars}个字符的角色描述，必填`; // spec/finance-app-authority, 5.5

/** Comma-joined node ids, including half-checked parents; missing parents are added. */
const nodeIds = z.string('请选择模块权限').transform((value, context): number[] => {
  const texts = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const nodes = texts.every((part) => /^\d{1,6}$/.test(part)) ? completeNodes(texts.map(Number)) : null;
  const fault =
    texts.length === 0
      ? '请选择模块权限'
      : nodes === null
        ? '模块权限无效'
        : isNarrowingIdle(nodes)
          ? '数据权限须与出证申请一并选择'
          : undefined;
  if (fault === undefined && nodes !== null) return nodes;
  context.addIssue({ code: 'custom', message: fault ?? '模块权限无效' });
  return z.NEVER;
});

/** Roles with their permission trees, and the change records of roles and accounts (spec/finance-app-authority, 7.3; spec/wire, 4 to 6). */
export const roleCalls = {
  getAllRule: get('/api/ajax/role/getAllRule', {
    summary: '权限树',
    needs: { anyOf: ['authority:role', 'authority:role:edit'] },
    input: z.object({}),
    output: z.array(rule),
  }),
  getRoleList: get('/api/ajax/role/getRoleList', {
    summary: '角色列表',
    needs: { anyOf: ['authority:role'] },
    input: z.object({ keyword, page, limit }),
    output: z.object({ data: z.array(roleRow), count: z.number().int() }),
  }),
  getSaveRole: post('/api/ajax/role/getSaveRole', {
    summary: '角色及其权限',
    needs: { anyOf: ['authority:role'] },
    input: z.object({ id }),
    output: z.object({
      roleInfo: z.object({
        id: z.string(),
        position: z.string(),
        desc: z.string(),
        status: z.number(),
        /** 1 if its accounts must sign in with a one-time password. */
        totpRequired: z.number(),
        /** Identifies this state. If it is sent back with an edit and someone else has changed the role, the edit is refused (430). */
        version: z.string(),
        /** As in getRoleList. */
        locked: z.string(),
      }),
      allListTree: z.array(heldRule),
    }),
  }),
  addRole: post('/api/ajax/role/addRole', {
    summary: '新增或编辑角色',
    needs: { anyOf: ['authority:role:edit'] },
    messageOf: ({ roleId }) => (roleId === undefined ? '新增成功' : '编辑成功'),
    input: z.object({
      /** Given when editing; absent when adding. */
      roleId: optional(id),
      roleName: text(limits.roleNameChars, roleNameRule, roleNameRule),
      roleDesc: text(limits.roleDescriptionChars, roleDescriptionRule, roleDescriptionRule),
      menuId: nodeIds,
      /** 1 or 0; unchanged if absent. */
      totpRequired: optional(z.enum(['0', '1'], '动态口令要求无效').transform((value) => value === '1')),
      version,
    }),
    output: z.null(),
  }),
  roleDisable: post('/api/ajax/role/roleDisable', {
    summary: '启用或禁用角色',
    needs: { anyOf: ['authority:role:edit'] },
    message: '操作成功',
    /** `type` is the new state. */
    input: z.object({ id, type: code(enabledStatus, '状态无效') }),
    output: z.null(),
  }),
  getOperateRecords: get('/api/OperateRecords/getList', {
    summary: '角色或账号的变更记录',
    needs: {
      anyOf: ['authority:role', 'authority:account'],
      byInput: (input) => (input.type === 'role' ? 'authority:role' : 'authority:account'),
    },
    input: z.object({ roleOrAccountId: id, type: code(changedKind, '类型无效'), page, limit }),
    output: listOf(changeRow),
  }),
} as const;
