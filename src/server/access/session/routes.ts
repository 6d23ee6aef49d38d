import { hkdfSync } from 'node:crypto';
import type { MenuItem, sessionCalls } from '../../../contract/console/session.ts';
import { type AccessNode, type Permission, permissionTree } from '../../../domain/business/access/access.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Operator } from '../../platform/http/operator.ts';
import type { Captchas } from './captcha/captcha.ts';
import type { createPasskeySignIn } from './passkey-sign-in.ts';
import type { createSignIn } from './sign-in.ts';
import { endSessions } from './store.ts';
import { secondsLeft, type SessionLimits } from './validity.ts';

export interface SessionRouteDeps {
  readonly db: Database;
  readonly captchas: Captchas;
  readonly signIn: ReturnType<typeof createSignIn>;
  readonly passkeySignIn: ReturnType<typeof createPasskeySignIn>;
  /** The ways to sign in that the login page offers. */
  readonly ways: { readonly provider: string; readonly password: number };
  readonly shown: ShownByConsole;
  readonly limits: SessionLimits;
}
/** What this installation's console prints on certificates and links to. */
interface ShownByConsole {
  readonly explorerUrl: string;
  readonly officeName: string;
  readonly verifyUrl: string;
  /** A server secret from which the key of each operator's drafts is derived. */
  readonly draftSecret: Uint8Array;
  /** Whether pages carry a watermark naming the operator. */
  readonly hasWatermark: boolean;
}

export function sessionRoutes({
  db,
  captchas,
  signIn,
  passkeySignIn,
  ways,
  shown,
  limits,
}: SessionRouteDeps): Handlers<typeof sessionCalls> {
  return {
    async getImgCode() {
      const { token, image } = await captchas.issue();
      return { imgCodeToken: token, image };
    },
    async login(input, caller) {
      const { token, expiresAt } = await signIn({ ...input, ip: caller.ip, userAgent: caller.userAgent, origin: caller.origin });
      return { token, expires_at: formatTime(expiresAt) };
    },
    async passkeyLogin(input, { ip, userAgent, origin }) {
      const { token, expiresAt } = await passkeySignIn({ ...input, ip, userAgent, origin });
      return { token, expires_at: formatTime(expiresAt) };
    },
    async signInWays() {
      return ways;
    },
    async logout(_input, { operator, ip }) {
      await db.transaction().execute(async (tx) => {
        await endSessions(tx, { hash: operator.sessionHash }, 'logout');
        await recordTrail(tx, operatorActor(operator, ip), { action: '退出登录', object: `account/${operator.accountId}` });
      });
      return null;
    },
    async sessionLeft(_input, { operator }) {
      const { idle, max, warn } = await secondsLeft(db, operator.sessionHash, limits);
      return { idle_seconds: idle, max_seconds: max, warn_seconds: warn };
    },
    async getMenu(_input, { operator }) {
      return menuFor(operator.permissions);
    },
    async getAdminInfo(_input, { operator }) {
      return {
        uid: operator.accountId,
        username: operator.username,
        realname: operator.realname,
        role_id: operator.roleId,
        position: operator.position,
        permissions: [...operator.permissions],
        ...(operator.lacksTotp ? { mustSetUpTotp: 1 as const } : {}),
        ...(operator.hasGivenPassword ? { mustChangePassword: 1 as const } : {}),
        explorer_url: shown.explorerUrl,
        office_name: shown.officeName,
        verify_url: shown.verifyUrl,
        draft_key: Buffer.from(hkdfSync('sha256', shown.draftSecret, '', `review-draft/${operator.accountId}`, 32)).toString('hex'),
        watermark: shown.hasWatermark ? await watermarkOf(db, operator) : '',
      };
    },
  };
}

/** Name and last four digits of the mobile number: enough to identify the operator from a screenshot, without the full number. */
async function watermarkOf(db: Database, { accountId, realname }: Operator): Promise<string> {
  const account = await db.selectFrom('account').select('mobile').where('id', '=', accountId).executeTakeFirst();
  return [realname, account?.mobile.slice(-4) ?? ''].join(' ').trim();
}

/** The pages that an operator may open, by group; groups without such a page are left out. */
function menuFor(permissions: ReadonlySet<Permission>): MenuItem[] {
  return permissionTree.flatMap((node: AccessNode, index) => {
    const pages = (node.children ?? []).filter((child) => child.kind === 'page' && permissions.has(child.permission as Permission));
    if (pages.length === 0) return [];
    return [{ ...entry(node, index + 1, 0), childMenu: pages.map((page, at) => ({ ...entry(page, at + 1, node.id), childMenu: [] })) }];
  });
}

function entry(node: AccessNode, sort: number, parentId: number): Omit<MenuItem, 'childMenu'> {
  const { id, name, url, icon, permission } = node;
  return { id: String(id), name, url, sort, parent_id: String(parentId), status: 1, permission: permission ?? '', icon, hidden: false };
}
