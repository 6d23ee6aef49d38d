import { codeTable, type NameOf } from './code-table.ts';

/** State of a role or an account. */
export const enabledStatus = codeTable({
  enabled: [1, '启用'],
  disabled: [2, '禁用'],
});
export type EnabledStatus = NameOf<typeof enabledStatus>;

/** Whether an account accepts notarization applications. */
export const acceptStatus = codeTable({
  accepts: [1, '接受出证'],
  declines: [2, '不接受出证'],
});

/** The kind of object that a change record refers to. */
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

/** How an operator's sign-in attempt ended. */
export const loginResult = codeTable({
  success: [1, '成功'],
  badPassword: [2, '密码错误'],
  badCaptcha: [3, '验证码错误'],
  locked: [4, '已锁定'],
  disabled: [5, '已禁用'],
  badTotp: [6, '动态口令未通过'],
  /** The password was correct; the sign-in continues with the passkey. */
  passkeyAsked: [7, '待验证通行密钥'],
  badPasskey: [8, '通行密钥未通过'],
  copiedPasskey: [9, '通行密钥疑似被复制'],
  passwordOff: [10, '密码登录已停用'],
  /** The identity provider's response was invalid. */
  badIdentity: [11, '身份认证未通过'],
  unknownIdentity: [12, '身份未匹配账号'],
  /** The account is bound to another identity at the provider, or the identity to another account. */
  otherIdentity: [13, '身份与绑定不符'],
});
export type LoginResult = NameOf<typeof loginResult>;

/** How an operator signs in. */
export const loginWay = codeTable({
  password: [1, '密码'],
  totp: [2, '密码与动态口令'],
  passkey: [3, '密码与通行密钥'],
  provider: [4, '统一身份认证'],
});
export type LoginWay = NameOf<typeof loginWay>;

/** Why a sign-in with the identity provider returned to the login page. The name is part of that page's address. */
export const identityRefusals = {
  stale: '登录已超时或已被使用，请重新登录',
  denied: '统一身份认证没有完成，请重新登录',
  invalid: '统一身份认证的答复无效，请重新登录',
  unknown: '统一身份认证的账号没有对应的本系统账号，请联系管理员',
  bound: '统一身份认证的身份与该账号绑定的不符，请联系管理员重置身份绑定',
  disabled: '账号被禁用',
  unreachable: '统一身份认证服务暂时无法访问，请稍后再试',
} as const;
export type IdentityRefusal = keyof typeof identityRefusals;
