import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { beginPasskey, confirmPasskey, type MadePasskey } from '../session/passkeys/enrol.ts';
import { relyingPartyOf, type RelyingParty } from '../session/passkeys/relying-party.ts';
import { listPasskeys, lockOwner, removePasskey, removePasskeys } from '../session/passkeys/store.ts';
import { hasTotp } from '../session/second-factor.ts';
import { tellHolder } from '../../desk/messages/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { lockReachable, type Editor } from './accounts.ts';
import { requiresSecondFactor } from './own-account.ts';
import { reauthenticate, type Asking } from './reauthenticate.ts';

/** The operator's passkeys, and whether more can be added at the address under which the console was opened. */
export async function listOwnPasskeys(db: Database, operator: Operator, origin: string) {
  const site = relyingPartyOf(origin);
  const passkeys = await listPasskeys(db, operator.accountId);
  return {
    available: site === null ? 0 : 1,
    list: passkeys.map(({ id, name, created_at, last_used_at, blocked_at, rp_id }) => ({
      id,
      name,
      created_time: formatTime(created_at),
      last_time: last_used_at === null ? '' : formatTime(last_used_at),
      fault: faultOf(blocked_at !== null, rp_id === site?.id),
    })),
  };
}

function faultOf(isBlocked: boolean, isOfSite: boolean): string {
  if (isBlocked) return '疑似被复制，已停用';
  return isOfSite ? '' : '不适用于当前网址';
}

/**
 * The options for the browser to create a passkey. The password is required, so that an unattended or stolen session is not enough to add a
 * foreign key. @throws Refusal for a wrong password, and where browsers support no passkeys.
 */
export async function beginOwnPasskey(db: Database, operator: Operator, password: string, origin: string, asking: Asking) {
  const site = requireSite(origin);
  const password_hash = await reauthenticate(db, operator, password, asking);
  const account = await db
    .selectFrom('account')
    .select(['id', 'username', 'realname'])
    .where('id', '=', operator.accountId)
    .executeTakeFirstOrThrow();
  return beginPasskey(db, { ...account, password_hash }, site);
}

interface Added {
  readonly name: string;
  readonly made: MadePasskey;
  readonly origin: string;
}

/** @throws Refusal as `confirmPasskey`. */
export async function addPasskey(db: Database, { accountId }: Operator, { name, made, origin }: Added, actor: Actor): Promise<void> {
  const record = async (tx: Parameters<typeof recordTrail>[0]) => {
    await recordTrail(tx, actor, { action: '添加通行密钥', object: `account/${accountId}`, after: { name } });
    await tellHolder(tx, accountId, 'passkey-on');
  };
  await confirmPasskey(db, { accountId, name, record }, made, requireSite(origin));
}

/** @throws Refusal for a wrong password, and if the role requires a second factor and none would remain. */
export async function removeOwnPasskey(
  db: Database,
  operator: Operator,
  { id, password }: { readonly id: string; readonly password: string },
  actor: Actor,
  asking: Asking,
): Promise<void> {
  const { accountId } = operator;
  await reauthenticate(db, operator, password, asking);
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, accountId);
    const name = await removePasskey(tx, accountId, id);
    if (name === undefined) throw refuse('该通行密钥不存在');
    const isLast = (await listPasskeys(tx, accountId)).length === 0;
    if (isLast && (await requiresSecondFactor(tx, accountId)) && !(await hasTotp(tx, accountId)))
      throw refuse('所属角色要求使用动态口令或通行密钥，不能移除最后一个');
    await recordTrail(tx, actor, { action: '移除通行密钥', object: `account/${accountId}`, before: { name } });
    await tellHolder(tx, accountId, 'passkey-off');
  });
}

/**
 * For an operator who lost a key: deletes all their passkeys, so that they sign in without. @throws Refusal for one's own account, and if
 * the account is out of the editor's reach.
 */
export async function resetPasskeys(db: Database, id: string, { granter, accountId, actor }: Editor): Promise<void> {
  // An operator removes their own passkeys with their password, like their own one-time password.
  if (id === accountId) throw refuse('不能重置自己的通行密钥，请在“通行密钥”中移除，或由其他管理员重置');
  await db.transaction().execute(async (tx) => {
    await lockReachable(tx, id, granter, '重置其账号的通行密钥');
    const names = await removePasskeys(tx, id);
    if (names.length === 0) throw refuse('该账号没有通行密钥');
    await recordTrail(tx, actor, { action: '重置通行密钥', object: `account/${id}`, before: { passkeys: names.join('、') } });
  });
}

function requireSite(origin: string): RelyingParty {
  const site = relyingPartyOf(origin);
  if (!site) throw refuse('通行密钥须以域名并通过 HTTPS 访问本系统时添加');
  return site;
}
