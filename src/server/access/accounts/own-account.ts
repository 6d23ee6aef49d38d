import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { hashPassword } from '../session/sign-in.ts';
import { endSessions } from '../session/store.ts';
import { tellHolder } from '../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { refuseWeak } from './password-rules.ts';
import { reauthenticate, type Asking } from './reauthenticate.ts';
import { changePasswordHash } from './store.ts';

/**
 * Changes the operator's own password and ends all of their sessions, including the current one (spec/security, 10).
 * @throws Refusal for a wrong old password, and for a new one that is weak or equal to the old one.
 */
export async function changePassword(
  db: Database,
  operator: Operator,
  passwords: { old: string; new: string },
  actor: Actor,
  asking: Asking,
): Promise<void> {
  const known = await reauthenticate(db, operator, passwords.old, asking);
  const person = await db
    .selectFrom('account')
    .select(['username', 'mobile'])
    .where('id', '=', operator.accountId)
    .executeTakeFirstOrThrow();
  if (passwords.old === passwords.new) throw refuse('新密码不能与当前密码相同', { password: '新密码不能与当前密码相同' });
  refuseWeak(passwords.new, person);
  const password_hash = await hashPassword(passwords.new);
  await db.transaction().execute(async (tx) => {
    if (!(await changePasswordHash(tx, operator.accountId, known, password_hash))) throw conflict('密码已被修改，请重新登录');
    await endSessions(tx, { accountId: operator.accountId }, 'password');
    await recordTrail(tx, actor, { action: '修改密码', object: `account/${operator.accountId}`, after: { passwordChanged: true } });
    await tellHolder(tx, operator.accountId, 'password');
  });
}

/** Whether the account's role requires a second factor. Asked under `lockOwner`, the answer holds for this account until the commit. */
export async function requiresSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const role = await tx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select('requires_totp')
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return role.requires_totp;
}
