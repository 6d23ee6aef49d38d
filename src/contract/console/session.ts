import { z } from 'zod';
import { typedCode, typedUsername } from '../../domain/kit/text/typed.ts';
import { get, post } from '../call.ts';
import { bytes } from './account-fields.ts';

const menuLeaf = z.object({
  id: z.string(),
  name: z.string(),
  /** Relative to the parent, for example `/enterprise`. */
  url: z.string(),
  sort: z.number(),
  parent_id: z.string(),
  status: z.number(),
  permission: z.string(),
  icon: z.string(),
  hidden: z.boolean(),
});
const menuItem = menuLeaf.extend({ childMenu: z.array(menuLeaf.extend({ childMenu: z.array(z.never()) })) });
export type MenuItem = z.output<typeof menuItem>;

/** Signing in and out, and the signed-in operator with their menu (spec/wire, 4, *Session*). */
export const sessionCalls = {
  getImgCode: get('/api/login/getImgCode', {
    summary: '取图形验证码',
    needs: 'open',
    input: z.object({}),
    output: z.object({ imgCodeToken: z.string(), image: z.string() }),
  }),
  login: post('/api/login/login', {
    summary: '登录',
    needs: 'open',
    message: '登录成功',
    input: z.object({
      username: z.string('帐号不能为空').transform(typedUsername).pipe(z.string().min(1, '帐号不能为空').max(100, '帐号或密码错误')),
      password: z.string('密码不能为空').min(1, '密码不能为空').max(200, '帐号或密码错误'),
      imgCode: z.string('请输入验证码').transform(typedCode).pipe(z.string().min(1, '请输入验证码').max(20, '验证码错误')),
      imgCodeToken: z.string('请输入验证码').min(1, '请输入验证码').max(100, '验证码错误'),
      /** Required if a refusal has `needTotp`, which comes only after a correct password and for accounts with a one-time password. */
      totp: z.string().transform(typedCode).pipe(z.string().max(20, '动态口令错误')).default(''),
    }),
    output: z.object({ token: z.string(), expires_at: z.string() }),
  }),
  /** Completes a login that was refused with `passkey`, by signing its challenge. Bytes are base64url. */
  passkeyLogin: post('/api/login/passkey', {
    summary: '以通行密钥完成登录',
    needs: 'open',
    message: '登录成功',
    input: z.object({ id: bytes(1366), clientData: bytes(4000), authenticatorData: bytes(8000), signature: bytes(4000) }),
    output: z.object({ token: z.string(), expires_at: z.string() }),
  }),
  signInWays: get('/api/login/getWays', {
    summary: '可用的登录方式',
    needs: 'open',
    input: z.object({}),
    output: z.object({
      /** Label of the button for the identity provider; empty if there is none. */
      provider: z.string(),
      /** 0 if only administrators may sign in with a password. */
      password: z.number(),
    }),
  }),
  logout: get('/api/user/logout', {
    summary: '退出登录',
    needs: 'signedIn',
    beforeTotp: true,
    message: '操作成功',
    input: z.object({}),
    output: z.null(),
  }),
  sessionLeft: get('/api/user/sessionLeft', {
    summary: '当前会话剩余的时间；不算操作',
    needs: 'signedIn',
    beforeTotp: true,
    isPolled: true,
    input: z.object({}),
    /** Seconds until the session ends by inactivity, until it ends in any case, and how long before that the operator is warned. */
    output: z.object({ idle_seconds: z.number(), max_seconds: z.number(), warn_seconds: z.number() }),
  }),
  getMenu: post('/api/member/getMenu', {
    summary: '当前操作员的菜单',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({}),
    output: z.array(menuItem),
  }),
  getAdminInfo: get('/api/User/getAdminInfo', {
    summary: '当前操作员',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({}),
    output: z.object({
      uid: z.string(),
      username: z.string(),
      realname: z.string(),
      role_id: z.string(),
      position: z.string(),
      permissions: z.array(z.string()),
      /** Present if a one-time password must be set up before anything else works. */
      mustSetUpTotp: z.literal(1).optional(),
      /** Present if another operator set the password: until it is changed, decisions that need two people are refused. */
      mustChangePassword: z.literal(1).optional(),
      /** Address to look up a blockchain transaction; `{hash}` is replaced by its hash. */
      explorer_url: z.string(),
      /** Name of the office on certificates. */
      office_name: z.string(),
      /** Target of a certificate's QR code; `{number}` is replaced by the evidence number. */
      verify_url: z.string(),
      /** The operator's own key, 32 bytes in hex; it encrypts the drafts that the console stores locally. */
      draft_key: z.string(),
      /** Watermark of every page, without its date: name and last four digits of the mobile; empty if disabled. */
      watermark: z.string(),
    }),
  }),
} as const;
