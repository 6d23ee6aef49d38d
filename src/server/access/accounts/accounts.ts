import { sql, type SqlBool } from 'kysely';
import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { Granter } from '../../../domain/business/access/role-nodes.ts';
import { phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import { assignWaiting, reassignApplications } from '../../desk/acceptors/assign.ts';
import { lockAssignments } from '../../desk/acceptors/store.ts';
import { isUniqueViolation, type Database, type Tx } from '../../platform/db/database.ts';
import { foldOf, isFolded, wholeNumber } from '../../desk/lists/keyword.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { hashPassword } from '../session/sign-in.ts';
import { endSessions } from '../session/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { dependences, requireOwnPassword, setsAccount } from '../../desk/two-people/independence.ts';
import { requireRemainingAdministrator } from './administrators.ts';
import { refuseStale } from './changes.ts';
import { isGrantable } from './grants.ts';
import { refuseWeak } from './password-rules.ts';
import { ownAccountFault, requireReach } from './reach.ts';
import { findRole } from './roles.ts';
import { changeAccount, insertAccount, lockAccount } from './store.ts';

export interface AccountForm {
  readonly username: string;
  readonly realname: string;
  readonly mobile: string;
  readonly roleId: string;
  /** Undefined keeps the current one. */
  readonly password: string | undefined;
}
/** The operator who makes a change: their permissions, and their own account. */
export interface Editor {
  readonly granter: Granter;
  readonly accountId: string;
  readonly actor: Actor;
}

/** Accounts, newest first, with the exact total. */
export async function listAccounts(db: Database, keyword: string, page: number, limit: number) {
  const fold = foldOf(keyword);
  const phone = phoneNumber(keyword) ?? null;
  const matching = db.selectFrom('account').$if(keyword !== '', (query) =>
    query.where((is) =>
      is.or([
        ...['username', 'realname', 'mobile'].map((column) => isFolded(sql.ref(column), fold)),
        // Fixed lines of before may lack their dash.
        sql<SqlBool>`telephone_number(mobile) = ${phone}`,
        ...wholeNumber(keyword).map((id) => is('id', '=', id)),
      ]),
    ),
  );
  // Joins roles and one-time passwords to the page's rows only.
  const shown = matching
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  const [rows, { total }] = await Promise.all([
    accountsWithRoles(db).select(accountFields).where('account.id', 'in', shown).orderBy('account.id', 'desc').execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
export type ListedAccount = Awaited<ReturnType<typeof listAccounts>>['rows'][number];

export function findAccount(db: Database, id: string) {
  return accountsWithRoles(db).select(accountFields).where('account.id', '=', id).executeTakeFirst();
}

/** @throws Refusal if the username is taken, the password is weak or the editor may not give the role. */
export async function addAccount(db: Database, form: AccountForm & { password: string }, { granter, actor }: Editor): Promise<void> {
  refuseWeak(form.password, form);
  const password_hash = await hashPassword(form.password);
  await refuseTakenUsername(
    db.transaction().execute(async (tx) => {
      const role = await roleToGive(tx, form.roleId, granter);
      const { username, realname, mobile } = form;
      const id = await insertAccount(tx, { username, realname, mobile, role_id: role.id, password_hash, password_is_given: true });
      await recordTrail(tx, actor, {
        action: '新增账号',
        object: `account/${id}`,
        after: { username, realname, mobile, role_id: role.id, position: role.position },
      });
    }),
  );
}

/**
 * Changes another operator's account; a new password ends its sessions.
 * @throws Refusal if a rule of spec/wire, 5, forbids it; a conflict if it has changed since `version`.
 */
export async function editAccount(
  db: Database,
  id: string,
  form: AccountForm,
  version: string | undefined,
  { granter, accountId, actor }: Editor,
): Promise<void> {
  refuseWeak(form.password, form);
  const passwordHash = form.password === undefined ? undefined : await hashPassword(form.password);
  await refuseTakenUsername(
    db.transaction().execute(async (tx) => {
      const account = await lockReachable(tx, id, granter, passwordHash === undefined ? '修改其账号' : '修改其账号的密码');
      const movesRole = account.role_id !== form.roleId;
      if (id === accountId) throw movesRole ? refuse('不能修改自己的角色', { role_id: '不能修改自己的角色' }) : refuse(ownAccountFault);
      await refuseStale(tx, 'account', id, version);
      const role = movesRole ? await roleToGive(tx, form.roleId, granter) : account;
      if (movesRole) await requireRemainingAdministrator(tx, account);

      const now = { username: form.username, realname: form.realname, mobile: form.mobile, role_id: form.roleId, position: role.position };
      const fields = (['username', 'realname', 'mobile', 'role_id', 'position'] as const).filter((field) => account[field] !== now[field]);
      if (fields.length === 0 && passwordHash === undefined) return;
      const { username, realname, mobile } = form;
      const changed = { username, realname, mobile, role_id: form.roleId };
      await changeAccount(
        tx,
        account,
        passwordHash === undefined ? changed : { ...changed, password_hash: passwordHash, password_is_given: true },
      );
      if (passwordHash !== undefined) await endSessions(tx, { accountId: id }, 'password');
      const pick = (from: Readonly<Record<(typeof fields)[number], string>>) =>
        Object.fromEntries(fields.map((field) => [field, from[field]]));
      await recordTrail(tx, actor, {
        action: '编辑账号',
        object: `account/${id}`,
        before: pick(account),
        after: { ...pick(now), ...(passwordHash === undefined ? {} : { passwordChanged: true }) },
      });
    }),
  );
}

/**
 * Disabling ends the account's sessions and reassigns its open applications. @throws Refusal for one's own account and for the last
 * administrator; a conflict if it already has that status.
 */
export async function setAccountStatus(
  db: Database,
  id: string,
  status: EnabledStatus,
  { granter, accountId, actor }: Editor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAssignments(tx);
    const account = await lockReachable(tx, id, granter, status === 'enabled' ? '启用其账号' : '禁用其账号');
    if (status === 'disabled' && id === accountId) throw refuse('不能禁用自己的账号');
    if (account.status === status) throw conflict(status === 'enabled' ? '该账号已被启用' : '该账号已被禁用');
    if (status === 'disabled') await requireRemainingAdministrator(tx, account);
    await changeAccount(tx, account, { status });
    if (status === 'disabled') await endSessions(tx, { accountId: id }, 'disabled');
    await recordTrail(tx, actor, {
      action: status === 'enabled' ? '启用账号' : '禁用账号',
      object: `account/${id}`,
      before: { status: account.status },
      after: { status },
    });
    await reassign(tx, id, status === 'enabled', actor);
  });
}

/**
 * Confirms that the account is its holder's own, so that whoever set it counts as another person (decision 0073). @throws Refusal for one's
 * own account, if there is nothing to confirm, under a password that another set, or if somebody stands behind both the editor and whoever
 * set the account.
 */
export async function confirmAccount(db: Database, id: string, { granter, accountId, actor }: Editor): Promise<void> {
  if (id === accountId) throw refuse('不能确认自己的账号，请由其他管理员确认');
  await db.transaction().execute(async (tx) => {
    await lockReachable(tx, id, granter, '确认其账号');
    await requireOwnPassword(tx, accountId);
    const { rows: setters } = await sql<{ actor_id: string }>`
      select distinct t.actor_id from trail t where t.object = ${`account/${id}`} and ${setsAccount}`.execute(tx);
    if (setters.length === 0) throw refuse('该账号没有待确认的变更');
    const others = setters.filter(({ actor_id }) => actor_id !== accountId);
    if (others.length === 0) throw refuse('该账号由您设置，须由另一名管理员确认');
    const pairs = others.map(({ actor_id }) => ({ asker: actor_id, approver: accountId, at: null }));
    if ((await dependences(tx, pairs, true)).some((found) => found !== null))
      throw refuse('您的账号与设置该账号的人30天内不视为两人，请由其他管理员确认，或先由其他管理员确认您的账号');
    await recordTrail(tx, actor, { action: '确认账号', object: `account/${id}` });
  });
}

/**
 * Sets whether the account accepts applications. If it stops, its open ones are reassigned. @throws Refusal for one's own account, and
 * while it is disabled (spec/finance-app-authority, 4.6); a conflict if it already has that setting.
 */
export async function setAccepts(db: Database, id: string, accepts: boolean, { granter, accountId, actor }: Editor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAssignments(tx);
    const account = await lockReachable(tx, id, granter, '设置其账号的出证受理');
    // An operator with node 37 sees only what they accept, so they must not decide that themselves.
    if (id === accountId) throw refuse('不能设置自己的出证受理，请由其他管理员设置');
    if (account.status !== 'enabled') throw refuse('账号已禁用，不能设置出证受理');
    if (account.accepts === accepts) throw conflict(accepts ? '该账号已接受出证' : '该账号已不接受出证');
    await changeAccount(tx, account, { accepts });
    await recordTrail(tx, actor, {
      action: accepts ? '接受出证' : '不接受出证',
      object: `account/${id}`,
      before: { accepts: account.accepts },
      after: { accepts },
    });
    await reassign(tx, id, accepts, actor);
  });
}

/** An account that becomes available takes the applications without an acceptor; one that becomes unavailable gives its own to others. */
async function reassign(tx: Tx, id: string, isHere: boolean, actor: Actor): Promise<void> {
  if (isHere) await assignWaiting(tx, actor);
  else await reassignApplications(tx, id, actor);
}

/**
 * The account with its role, locked, so that changes run one after another. @throws Refusal if it does not exist, or holds permissions that
 * the editor lacks.
 */
export async function lockReachable(tx: Tx, id: string, granter: Granter, what: string) {
  const account = await lockAccount(tx, id);
  if (!account) throw refuse('该账号不存在');
  requireReach(granter, { roleId: account.role_id, nodes: account.nodes }, what);
  return account;
}

async function roleToGive(tx: Tx, roleId: string, granter: Granter) {
  const role = await findRole(tx, roleId);
  if (!role) throw refuse('该角色不存在', { role_id: '该角色不存在' });
  if (role.status === 'disabled') throw refuse('该角色已被禁用', { role_id: '该角色已被禁用' });
  if (!isGrantable(granter, role)) throw refuse('该角色含有自己没有的权限，不能分配给账号');
  return role;
}

function accountsWithRoles(db: Database) {
  return db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .leftJoin('account_totp', 'account_totp.account_id', 'account.id');
}

const accountFields = [
  'account.id',
  'account.username',
  'account.realname',
  'account.mobile',
  'account.role_id',
  'role.position',
  'role.nodes',
  'account.status',
  'account.accepts',
  sql<boolean>`account_totp.confirmed_at is not null`.as('hasTotp'),
  sql<boolean>`exists (select from trail t where t.object = 'account/' || account.id and t.at > now() - interval '30 days'
    and ${setsAccount})`.as('isUnconfirmed'),
  sql<number>`(select count(*)::int from account_passkey where account_id = account.id)`.as('passkeys'),
  sql<boolean>`exists (select from account_identity where account_id = account.id)`.as('hasIdentity'),
] as const;

async function refuseTakenUsername(saving: Promise<void>): Promise<void> {
  await saving.catch((error: unknown) => {
    throw isUniqueViolation(error, 'account_username') ? refuse('用户名已存在', { username: '用户名已存在' }) : error;
  });
}
