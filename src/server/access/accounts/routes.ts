import type { accountCalls } from '../../../contract/console/accounts.ts';
import type { ownAccountCalls } from '../../../contract/console/own-account.ts';
import type { roleCalls } from '../../../contract/console/roles.ts';
import { allNodeIds } from '../../../domain/business/access/access.ts';
import { enabledStatus } from '../../../domain/business/codes/access.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers, SignedInCaller } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Deps } from '../deps.ts';
import { demoAccounts } from '../session/demo-accounts.ts';
import { unbindIdentity } from '../session/provider-store.ts';
import { hasTotp } from '../session/second-factor.ts';
import {
  addAccount,
  confirmAccount,
  editAccount,
  type Editor,
  findAccount,
  listAccounts,
  lockReachable,
  setAccepts,
  setAccountStatus,
} from './accounts.ts';
import { listChanges, versionOf } from './changes.ts';
import { granterOf, isGrantable, isSuperRole } from './grants.ts';
import { changePassword } from './own-account.ts';
import { addPasskey, beginOwnPasskey, listOwnPasskeys, removeOwnPasskey, resetPasskeys } from './own-passkeys.ts';
import { beginTotp, confirmTotp, disableTotp, resetTotp } from './own-totp.ts';
import { accountLock, roleLock } from './reach.ts';
import type { Asking } from './reauthenticate.ts';
import { addRole, editRole, findRole, listRoles, type RoleEditor, setRoleStatus } from './roles.ts';
import { listSessions, revokeSession, sessionOwner } from './session-list.ts';
import { accountRowOf, grantableTree, heldTree, roleRowOf, sessionRowOf } from './wire-rows.ts';

/** Roles, accounts and an operator's own account. */
export function accessRoutes({
  db,
  config,
  secrets,
}: Pick<Deps, 'db' | 'config' | 'secrets'>): Handlers<typeof roleCalls & typeof accountCalls & typeof ownAccountCalls> {
  return { ...roleRoutes(db), ...accountRoutes(db, config), ...ownAccountRoutes(db, config, secrets.totp) };
}

function roleRoutes(db: Database): Handlers<typeof roleCalls> {
  return {
    async getAllRule(_input, { operator }) {
      return grantableTree(granterOf(operator));
    },
    async getRoleList({ keyword, page, limit }, { operator }) {
      const { rows, total } = await listRoles(db, keyword, page, limit);
      const granter = granterOf(operator);
      return { data: rows.map((role) => roleRowOf(role, roleLock(granter, operator.roleId, role))), count: total };
    },
    async getSaveRole({ id }, { operator }) {
      const version = await versionOf(db, 'role', id);
      const role = await findRole(db, id);
      if (!role) throw refuse('该角色不存在');
      const { position, description: desc, status, requires_totp } = role;
      const granter = granterOf(operator);
      return {
        roleInfo: {
          id,
          position,
          desc,
          status: enabledStatus.code(status),
          totpRequired: requires_totp ? 1 : 0,
          version,
          locked: roleLock(granter, operator.roleId, role),
        },
        allListTree: heldTree(isSuperRole(id) ? allNodeIds : role.nodes, granter),
      };
    },
    async addRole({ roleId, roleName, roleDesc, menuId, totpRequired, version }, caller) {
      const form = { position: roleName, description: roleDesc, nodes: menuId, requiresTotp: totpRequired };
      if (roleId === undefined) await addRole(db, form, roleEditorOf(caller));
      else await editRole(db, roleId, form, version, roleEditorOf(caller));
      return null;
    },
    async roleDisable({ id, type }, caller) {
      await setRoleStatus(db, id, type, roleEditorOf(caller));
      return null;
    },
    async getOperateRecords({ type, roleOrAccountId, page, limit }) {
      const { rows, total } = await listChanges(db, type, roleOrAccountId, page, limit);
      return {
        list: rows.map(({ id, operator, at, text }) => ({ id, operator, operate_time: formatTime(at), action: text })),
        count: total,
      };
    },
  };
}

function accountRoutes(db: Database, config: Config): Handlers<typeof accountCalls> {
  return {
    async adminList({ keyword, page, limit }, caller) {
      const { rows, total } = await listAccounts(db, keyword, page, limit);
      const editor = editorOf(caller);
      return { list: rows.map((account) => accountRowOf(account, accountLock(editor, account))), count: total };
    },
    async roleInfo(_input, { operator }) {
      const granter = granterOf(operator);
      const roles = await db.selectFrom('role').select(['id', 'position', 'status', 'nodes']).orderBy('id').execute();
      const data = roles.map((role) => ({
        id: role.id,
        position: role.position,
        status: enabledStatus.code(role.status),
        grantable: isGrantable(granter, role) ? 1 : 0,
      }));
      return { data, count: data.length };
    },
    async getOne({ id }, caller) {
      const version = await versionOf(db, 'account', id);
      const account = await findAccount(db, id);
      if (!account) throw refuse('该账号不存在');
      return { ...accountRowOf(account, accountLock(editorOf(caller), account)), id, version };
    },
    async addAccount({ role_id: roleId, ...form }, caller) {
      refuseDemoPassword(config, form.password);
      await addAccount(db, { ...form, roleId }, editorOf(caller));
      return null;
    },
    async accountUpdate({ id, role_id: roleId, version, ...form }, caller) {
      refuseDemoPassword(config, form.password);
      await editAccount(db, id, { ...form, roleId, password: form.password }, version, editorOf(caller));
      return null;
    },
    async disableEnable({ id, status }, caller) {
      await setAccountStatus(db, id, status, editorOf(caller));
      return null;
    },
    async acceptEnable({ id, is_accepted }, caller) {
      await setAccepts(db, id, is_accepted === 'accepts', editorOf(caller));
      return null;
    },
    async accountConfirm({ id }, caller) {
      await confirmAccount(db, id, editorOf(caller));
      return null;
    },
    async accountSessions({ id, page, limit }, { operator }) {
      const { rows, total } = await listSessions(db, id, config.session, page, limit);
      return { list: rows.map((row) => sessionRowOf(row, operator.sessionHash)), count: total };
    },
    async totpReset({ id }, caller) {
      await resetTotp(db, id, editorOf(caller));
      return null;
    },
    async passkeyReset({ id }, caller) {
      await resetPasskeys(db, id, editorOf(caller));
      return null;
    },
    async identityReset({ id }, caller) {
      await resetIdentity(db, id, editorOf(caller));
      return null;
    },
    async accountSessionEnd({ id }, caller) {
      await db.transaction().execute(async (tx) => {
        const { granter, actor } = editorOf(caller);
        const account = await lockReachable(tx, await sessionOwner(tx, id), granter, '结束其账号的会话');
        await revokeSession(tx, id, account.id, actor);
      });
      return null;
    },
  };
}

function ownAccountRoutes(db: Database, config: Config, totpKey: Uint8Array): Handlers<typeof ownAccountCalls> {
  const from = (address: string): Asking => ({ address, limits: config.login });
  return {
    async changePassword({ oldPassword, password }, { operator, ip }) {
      refuseDemoPassword(config, password);
      await changePassword(db, operator, { old: oldPassword, new: password }, operatorActor(operator, ip), from(ip));
      return null;
    },
    async ownSessions({ page, limit }, { operator }) {
      const { rows, total } = await listSessions(db, operator.accountId, config.session, page, limit);
      return { list: rows.map((row) => sessionRowOf(row, operator.sessionHash)), count: total };
    },
    async totpState(_input, { operator }) {
      const { requires_totp } = await db
        .selectFrom('role')
        .select('requires_totp')
        .where('id', '=', operator.roleId)
        .executeTakeFirstOrThrow();
      return { enabled: (await hasTotp(db, operator.accountId)) ? 1 : 0, required: requires_totp ? 1 : 0 };
    },
    async totpBegin({ oldPassword }, { operator, ip }) {
      return beginTotp(db, totpKey, operator, oldPassword, from(ip));
    },
    async totpConfirm({ totp }, { operator, ip }) {
      await confirmTotp(db, totpKey, operator, totp, operatorActor(operator, ip));
      return null;
    },
    async totpDisable({ oldPassword }, { operator, ip }) {
      await disableTotp(db, operator, oldPassword, operatorActor(operator, ip), from(ip));
      return null;
    },
    async passkeyList(_input, { operator, origin }) {
      return listOwnPasskeys(db, operator, origin);
    },
    async passkeyBegin({ oldPassword }, { operator, ip, origin }) {
      return beginOwnPasskey(db, operator, oldPassword, origin, from(ip));
    },
    async passkeyConfirm({ name, ...made }, { operator, ip, origin }) {
      await addPasskey(db, operator, { name, made, origin }, operatorActor(operator, ip));
      return null;
    },
    async passkeyRemove({ id, oldPassword }, { operator, ip }) {
      await removeOwnPasskey(db, operator, { id, password: oldPassword }, operatorActor(operator, ip), from(ip));
      return null;
    },
    async ownSessionEnd({ id }, { operator, ip }) {
      await db.transaction().execute(async (tx) => {
        // The session of another account is answered as if it did not exist.
        if ((await sessionOwner(tx, id)) !== operator.accountId) throw refuse('该会话不存在');
        await revokeSession(tx, id, operator.accountId, operatorActor(operator, ip));
      });
      return null;
    },
  };
}

function roleEditorOf({ operator, ip }: SignedInCaller): RoleEditor {
  return { granter: granterOf(operator), roleId: operator.roleId, actor: operatorActor(operator, ip) };
}

function editorOf({ operator, ip }: SignedInCaller): Editor {
  return { granter: granterOf(operator), accountId: operator.accountId, actor: operatorActor(operator, ip) };
}

/** The demo password is public (spec/security, 45). Production also refuses to start with it. */
function refuseDemoPassword({ production }: Config, password: string | undefined): void {
  if (production && password === demoAccounts.password) throw refuse('此密码为演示密码，请更换', { password: '此密码为演示密码，请更换' });
}

/**
 * Unbinds an account from its identity at the provider; the next sign-in there binds it anew. @throws Refusal for one's own account, and if
 * the account is out of the editor's reach.
 */
async function resetIdentity(db: Database, id: string, { granter, accountId, actor }: Editor): Promise<void> {
  if (id === accountId) throw refuse('不能重置自己的身份绑定，请由其他管理员重置');
  await db.transaction().execute(async (tx) => {
    await lockReachable(tx, id, granter, '重置其账号的身份绑定');
    if (!(await unbindIdentity(tx, id))) throw refuse('该账号没有绑定身份');
    await recordTrail(tx, actor, { action: '重置身份绑定', object: `account/${id}` });
  });
}
