import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { listPasskeys, lockOwner } from '../session/passkeys/store.ts';
import { beginSecret, confirmSecret } from '../session/second-factor.ts';
import { removeSecret } from '../session/store.ts';
import { base32, totpUri } from '../session/secrets/totp.ts';
import { tellHolder } from '../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { lockReachable, type Editor } from './accounts.ts';
import { requiresSecondFactor } from './own-account.ts';
import { reauthenticate, type Asking } from './reauthenticate.ts';

/**
 * A new secret for the operator's authenticator app. No codes are required until they confirm it, which only somebody who was told the
 * secret can do. @throws Refusal for a wrong password, and if they already have one.
 */
export async function beginTotp(
  db: Database,
  key: Uint8Array,
  operator: Operator,
  password: string,
  asking: Asking,
): Promise<{ secret: string; uri: string }> {
  await reauthenticate(db, operator, password, asking);
  const secret = await beginSecret(db, key, operator.accountId);
  if (!secret) throw refuse('动态口令已启用');
  return { secret: base32(secret), uri: totpUri(secret, '公证存证', operator.username) };
}

/** @throws Refusal for an invalid code. */
export async function confirmTotp(db: Database, key: Uint8Array, operator: Operator, code: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await confirmSecret(tx, key, operator.accountId, code))) throw refuse('动态口令错误', { totp: '动态口令错误' });
    await recordTrail(tx, actor, { action: '启用动态口令', object: `account/${operator.accountId}` });
    await tellHolder(tx, operator.accountId, 'totp-on');
  });
}

/** @throws Refusal for a wrong password, and if the role requires a second factor and no passkey would remain. */
export async function disableTotp(db: Database, operator: Operator, password: string, actor: Actor, asking: Asking): Promise<void> {
  await reauthenticate(db, operator, password, asking);
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, operator.accountId);
    if ((await requiresSecondFactor(tx, operator.accountId)) && (await listPasskeys(tx, operator.accountId)).length === 0)
      throw refuse('所属角色要求使用动态口令，不能关闭');
    if (!(await removeSecret(tx, operator.accountId))) throw refuse('动态口令未启用');
    await recordTrail(tx, actor, { action: '关闭动态口令', object: `account/${operator.accountId}` });
    await tellHolder(tx, operator.accountId, 'totp-off');
  });
}

/**
 * For an operator who lost their phone: they sign in with the password alone and set it up again. @throws Refusal for one's own account,
 * and if the account is out of the editor's reach.
 */
export async function resetTotp(db: Database, id: string, { granter, accountId, actor }: Editor): Promise<void> {
  // An operator's own is disabled with their password, so that an unattended or stolen session is not enough.
  if (id === accountId) throw refuse('不能重置自己的动态口令，请在“动态口令”中关闭，或由其他管理员重置');
  await db.transaction().execute(async (tx) => {
    await lockReachable(tx, id, granter, '重置其账号的动态口令');
    if (!(await removeSecret(tx, id))) throw refuse('该账号未启用动态口令');
    await recordTrail(tx, actor, { action: '重置动态口令', object: `account/${id}` });
  });
}
