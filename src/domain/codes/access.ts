import { codeTable, type NameOf } from './code-table.ts';

/** State of a role or an account. */
export const enabledStatus = codeTable({
  enabled: [1, '启用'],
  disabled: [2, '禁用'],
});
export type EnabledStatus = NameOf<typeof enabledStatus>;

/** Whether an account takes notarization applications. */
export const acceptStatus = codeTable({
  accepts: [1, '接受出证'],
  declines: [2, '不接受出证'],
});

/** What a change record is about. */
export const changedKind = codeTable({
  role: [1, '角色'],
  account: [2, '账号'],
});
export type ChangedKind = NameOf<typeof changedKind>;

/** Which login log a call reads. */
export const loginLogType = codeTable({
  admin: [1, '后台'],
  user: [2, '前台'],
});

/** How an operator's attempt to sign in ended. */
export const loginResult = codeTable({
  success: [1, '成功'],
  badPassword: [2, '密码错误'],
  badCaptcha: [3, '验证码错误'],
  locked: [4, '已锁定'],
  disabled: [5, '已禁用'],
  badTotp: [6, '动态口令未通过'],
});
export type LoginResult = NameOf<typeof loginResult>;
