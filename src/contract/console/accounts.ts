import { z } from 'zod';
import { acceptStatus, enabledStatus } from '../../domain/business/codes/access.ts';
import { get, post } from '../call.ts';
import { anyPassword, mobileOrLandline, plainPassword, realname, username } from './account-fields.ts';
import { code, id, keyword, limit, listOf, optional, page, version } from '../fields.ts';

const accountRow = z.object({
  admin_id: z.string(),
  username: z.string(),
  realname: z.string(),
  mobile: z.string(),
  role_id: z.string(),
  position: z.string(),
  status: z.number(),
  status_name: z.string(),
  is_accepted: z.number(),
  is_accepted_name: z.string(),
  /** 1 if the login requires a one-time password. */
  totp: z.number(),
  /** Number of passkeys that the account can sign in with. */
  passkeys: z.number(),
  /** 1 if the account is bound to an identity at the provider. */
  identity: z.number(),
  /** 1 if somebody created, enabled or took over the account within 30 days and no other administrator has confirmed it since. */
  unconfirmed: z.number(),
  /** Why the asking operator may not change the account; empty if they may. */
  locked: z.string(),
});
export type AccountRow = z.output<typeof accountRow>;

const sessionRow = z.object({
  id: z.string(),
  login_time: z.string(),
  last_time: z.string(),
  ip: z.string(),
  browser: z.string(),
  /** 1 for the session that makes this call. */
  current: z.number(),
});
export type SessionRow = z.output<typeof sessionRow>;
export const sessionRows = listOf(sessionRow);

const roleChoice = z.object({
  id: z.string(),
  position: z.string(),
  status: z.number(),
  /** 1 if the asking operator may assign the role, because it has no permission that they lack. */
  grantable: z.number(),
});
export type RoleChoice = z.output<typeof roleChoice>;

const person = {
  username,
  realname,
  mobile: mobileOrLandline,
  role_id: z.string('请选择用户角色').regex(/^[1-9]\d{0,17}$/, '请选择用户角色'),
};
const done = { message: '操作成功', output: z.null() } as const;

/** Accounts of operators and their sessions (spec/finance-app-authority, 7.3; spec/wire, 4 to 6). No reply ever contains a password. */
export const accountCalls = {
  adminList: get('/api/ajax/power/adminList', {
    summary: '账号列表',
    needs: { anyOf: ['authority:account'] },
    input: z.object({ keyword, page, limit }),
    output: listOf(accountRow),
  }),
  roleInfo: get('/api/ajax/power/roleInfo', {
    summary: '可选的角色',
    needs: { anyOf: ['authority:account', 'authority:account:edit'] },
    input: z.object({}),
    output: z.object({ data: z.array(roleChoice), count: z.number().int() }),
  }),
  getOne: get('/api/ajax/power/getOne', {
    summary: '账号',
    needs: { anyOf: ['authority:account', 'authority:account:edit'] },
    input: z.object({ id }),
    output: accountRow.extend({ id: z.string(), /** As in getSaveRole. */ version: z.string() }),
  }),
  addAccount: post('/api/ajax/power/addAccount', {
    summary: '新增账号',
    needs: { anyOf: ['authority:account:edit'] },
    message: '新增成功',
    input: z.object({ ...person, password: plainPassword }),
    output: z.null(),
  }),
  accountUpdate: post('/api/ajax/power/accountUpdate', {
    summary: '编辑账号',
    needs: { anyOf: ['authority:account:edit'] },
    message: '编辑成功',
    /** An empty password keeps the current one. */
    input: z.object({ id, ...person, password: optional(anyPassword), version }),
    output: z.null(),
  }),
  disableEnable: post('/api/ajax/power/disableEnable', {
    summary: '启用或禁用账号',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    /** `status` is the new state. */
    input: z.object({ id, status: code(enabledStatus, '状态无效') }),
  }),
  acceptEnable: post('/api/ajax/power/acceptEnable', {
    summary: '接受或不接受出证',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    input: z.object({ id, is_accepted: code(acceptStatus, '出证受理状态无效') }),
  }),
  accountConfirm: post('/api/ajax/power/accountConfirm', {
    summary: '确认账号由本人使用；确认后可与设置该账号的人分别作出须两人的决定',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    input: z.object({ id }),
  }),
  accountSessions: get('/api/ajax/power/sessionList', {
    summary: '账号的登录会话',
    needs: { anyOf: ['authority:account'] },
    input: z.object({ id, page, limit }),
    output: sessionRows,
  }),
  totpReset: post('/api/ajax/power/totpReset', {
    summary: '重置账号的动态口令',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    input: z.object({ id }),
  }),
  passkeyReset: post('/api/ajax/power/passkeyReset', {
    summary: '重置账号的通行密钥',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    input: z.object({ id }),
  }),
  identityReset: post('/api/ajax/power/identityReset', {
    summary: '重置账号与统一身份认证的身份绑定',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    input: z.object({ id }),
  }),
  accountSessionEnd: post('/api/ajax/power/sessionEnd', {
    summary: '结束账号的一个登录会话',
    needs: { anyOf: ['authority:account:edit'] },
    ...done,
    input: z.object({ id }),
  }),
} as const;
