import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { TrailAction, TrailObject } from '../../../domain/business/trail/trail-names.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { emit } from '../../desk/events/emit.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { newCredential } from '../users/credentials.ts';
import { userEvent } from '../users/user-event.ts';
import { changeClientStatus, insertClient, lockClient, replaceKey, type LockedClient } from './store.ts';

/** Creates a client of the office itself. @returns its key, which is shown only once. */
export async function addClient(db: Database, name: string, actor: Actor): Promise<{ app_id: string; security_key: string }> {
  const credential = newCredential();
  await db.transaction().execute(async (tx) => {
    await insertClient(tx, { ...credential, kind: 'platform', user_id: null, name });
    await recordTrail(tx, actor, { action: '新增客户端', object: `client/${credential.app_id}`, after: { name } });
  });
  return credential;
}

/** Identifies a client by its `app_id`, or by the enterprise that it belongs to. */
export type ClientName = { readonly appId: string } | { readonly userId: string };

/** Disables or enables a client's credentials. @throws Refusal if there is no such client, a conflict if it already has that status. */
export async function setClientStatus(db: Database, by: ClientName, status: EnabledStatus, actor: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, by);
    if (!client) throw refuse('该客户端不存在');
    if (client.status === status) throw conflict(status === 'enabled' ? '该客户端已启用' : '该客户端已停用');
    await changeClientStatus(tx, client.app_id, client.status, status);
    const { action, field } = words[client.kind];
    await recordTrail(tx, actor, {
      action: action[status],
      object: objectOf(client),
      before: { [field]: client.status },
      after: { [field]: status },
    });
    await emitStanding(tx, client, status);
  });
}

/**
 * Replaces a client's key. The previous key stays valid for 24 hours; an older one becomes invalid.
 * @throws Refusal if there is no such client, or if it is disabled.
 */
export async function rotateClient(
  db: Database,
  by: ClientName,
  actor: Actor,
): Promise<{ app_id: string; security_key: string; previousUntil: Date }> {
  const { security_key } = newCredential();
  return db.transaction().execute(async (tx) => {
    const client = await lockClient(tx, by);
    if (!client) throw refuse('该客户端不存在');
    if (client.status !== 'enabled') throw refuse('该客户端已停用，不能轮换密钥');
    const previousUntil = await replaceKey(tx, client, security_key, overlapHours);
    await recordTrail(tx, actor, {
      action: words[client.kind].rotate,
      object: objectOf(client),
      after: { validUntil: previousUntil.toISOString() },
    });
    return { app_id: client.app_id, security_key, previousUntil };
  });
}

/** Emits the event that tells an enterprise's platforms whether its credentials were disabled or enabled. */
async function emitStanding(tx: Tx, { user_id }: LockedClient, status: EnabledStatus): Promise<void> {
  if (user_id === null) return;
  const user = await tx.selectFrom('users').select(['id', 'status', 'repair']).where('id', '=', user_id).executeTakeFirstOrThrow();
  await emit(tx, userEvent(status === 'disabled' ? 'user.suspended' : 'user.resumed', user, null));
}

/** Acts on an enterprise's credentials belong to the timeline of its user. */
function objectOf({ app_id, user_id }: LockedClient): TrailObject {
  return user_id === null ? `client/${app_id}` : `user/${user_id}`;
}

interface ClientWords {
  readonly action: Record<EnabledStatus, TrailAction>;
  readonly rotate: TrailAction;
  readonly field: string;
}

const words: Record<LockedClient['kind'], ClientWords> = {
  platform: { action: { enabled: '启用客户端', disabled: '停用客户端' }, rotate: '轮换客户端密钥', field: 'status' },
  enterprise: { action: { enabled: '恢复接口凭证', disabled: '停用接口凭证' }, rotate: '轮换接口凭证', field: 'credential' },
};

const overlapHours = 24;
