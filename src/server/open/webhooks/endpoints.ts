import { limits } from '../../../domain/business/codes/limits.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { emit } from '../../desk/events/emit.ts';
import { once } from '../signed/idempotence.ts';
import { conflict, IntakeRefusal } from '../signed/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { secretName } from './signing/secret-name.ts';
import { formatSecret, newSecret } from './signing/signature.ts';
import type { Vault } from './signing/vault.ts';
import {
  addressesClosed,
  changeEndpoint,
  insertEndpoint,
  insertSecret,
  lockEndpoint,
  lockEndpointsOf,
  removeEndpoint,
  type Endpoint,
  type EndpointChanges,
} from './store.ts';

export interface NewEndpoint {
  readonly url: string;
  readonly types: string[];
  readonly description: string;
}

/**
 * Adds an endpoint of a client. @returns its secret, if it was created by this call; a repeated `unique_id` gets none.
 * @throws IntakeRefusal 409; 403 for a host where the office disabled one of the client's endpoints.
 */
export async function createEndpoint(
  db: Database,
  vault: Vault,
  { appId, uniqueId, ...given }: NewEndpoint & { readonly appId: string; readonly uniqueId: string },
  actor: Actor,
): Promise<{ readonly id: string; readonly secret?: string }> {
  let secret: string | undefined;
  const { id } = await once(db, { appId, uniqueId, content: ['createWebhook', given] }, async (tx) => {
    if ((await lockEndpointsOf(tx, appId)) >= limits.webhooksPerClient)
      throw conflict(`a client has at most ${limits.webhooksPerClient} webhooks`);
    await assertHostOpen(tx, appId, given.url);
    const made = await insertEndpoint(tx, { app_id: appId, ...given });
    secret = await giveSecret(tx, vault, made);
    await recordTrail(tx, actor, { action: '登记回调地址', object: `webhook/${made}`, after: trailFields(given) });
    return { id: made };
  });
  return secret === undefined ? { id } : { id, secret };
}

/**
 * Changes one of the client's own endpoints. If its address changes or it is enabled again, its health is reset.
 * @throws IntakeRefusal 404, 403: an endpoint that the office disabled can be enabled only by the office.
 */
export async function updateEndpoint(db: Database, id: string, appId: string, changes: EndpointChanges, actor: Actor): Promise<Endpoint> {
  return db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, id, appId);
    if (isClosed(before) && changes.status === 'enabled')
      throw new IntakeRefusal(403, 'forbidden', 'status: the office disabled this webhook, and it alone enables it again');
    if (changes.url !== undefined && changes.url !== before.url) {
      if (isClosed(before)) throw new IntakeRefusal(403, 'forbidden', 'url: the office disabled this webhook; it stays where it leads');
      await assertHostOpen(tx, appId, changes.url);
    }
    await applyChanges(tx, before, changes, actor);
    return lockOwn(tx, id, appId);
  });
}

/**
 * Changes a locked endpoint; the caller has checked permissions. The trail gets one row for a change of status, and one for other fields.
 */
export async function applyChanges(tx: Tx, before: Endpoint, { status, reason, ...fields }: EndpointChanges, actor: Actor): Promise<void> {
  const object = `webhook/${before.id}` as const;
  const isMoved = fields.url !== undefined && fields.url !== before.url;
  if (Object.values(fields).some((value) => value !== undefined)) {
    await changeEndpoint(tx, before.id, defined(fields), isMoved);
    await recordTrail(tx, actor, {
      action: '修改回调地址',
      object,
      before: trailFields(before),
      after: trailFields({ ...before, ...defined(fields) }),
    });
  }
  if (status === undefined || status === before.status) return;
  await changeEndpoint(tx, before.id, { status, reason: reason ?? null }, status === 'enabled');
  if (status === 'disabled') await emitDisabled(tx, before);
  await recordTrail(tx, actor, {
    action: status === 'enabled' ? '启用回调地址' : '停用回调地址',
    object,
    before: { status: before.status },
    after: { status, ...(reason ? { reason } : {}) },
  });
}

/** Emits `webhook.disabled` to the feed and the client's other endpoints. */
export async function emitDisabled(tx: Tx, { id, app_id: appId }: Pick<Endpoint, 'id' | 'app_id'>): Promise<void> {
  const { user_id } = await tx.selectFrom('credential').select('user_id').where('app_id', '=', appId).executeTakeFirstOrThrow();
  await emit(tx, { type: 'webhook.disabled', appId, data: { user_id, webhook_id: id } });
}

/** Otherwise a client could bypass the office's ban with a new or moved endpoint at the same host. @throws IntakeRefusal 403 */
async function assertHostOpen(tx: Tx, appId: string, url: string): Promise<void> {
  const { host } = new URL(url);
  if ((await addressesClosed(tx, appId)).some((closed) => new URL(closed).host === host))
    throw new IntakeRefusal(403, 'forbidden', `url: the office disabled a webhook of yours at ${host}; it alone opens that host again`);
}

function isClosed({ status, reason }: Pick<Endpoint, 'status' | 'reason'>): boolean {
  return status === 'disabled' && reason === 'office';
}

/**
 * Deletes one of the client's own endpoints, and its pending deliveries.
 * @throws IntakeRefusal 403 for one that the office disabled, because its ban would be deleted too.
 */
export async function deleteEndpoint(db: Database, id: string, appId: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, id, appId);
    if (isClosed(before))
      throw new IntakeRefusal(403, 'forbidden', 'the office disabled this webhook: it cannot be removed until it is enabled again');
    await removeEndpoint(tx, id);
    await recordTrail(tx, actor, { action: '删除回调地址', object: `webhook/${id}`, before: trailFields(before) });
  });
}

/** Makes a new secret. The previous one signs too for a day. @throws IntakeRefusal 409 if too many would sign. */
export async function rotateSecret(db: Database, vault: Vault, id: string, appId: string, actor: Actor): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await lockOwn(tx, id, appId);
    const secret = await giveSecret(tx, vault, id);
    await recordTrail(tx, actor, { action: '轮换回调密钥', object: `webhook/${id}` });
    return secret;
  });
}

async function giveSecret(tx: Tx, vault: Vault, id: string): Promise<string> {
  const secret = newSecret();
  if ((await insertSecret(tx, id, vault.seal(secret, secretName(id)))) > secretsMax)
    throw conflict(`at most ${secretsMax} secrets sign at a time; the oldest ends 24 hours after it was replaced`);
  return formatSecret(secret);
}

/** Every secret that signs lengthens the signature header. */
const secretsMax = 5;

export const noSuchWebhook = (): IntakeRefusal => new IntakeRefusal(404, 'unknown', 'there is no such webhook');

/** @throws IntakeRefusal 404, 403 */
export async function lockOwn(tx: Tx, id: string, appId: string): Promise<Endpoint> {
  return own(await lockEndpoint(tx, id), appId);
}

/** @throws IntakeRefusal 404 if it does not exist, 403 if it belongs to another client. */
export function own(endpoint: Endpoint | undefined, appId: string): Endpoint {
  if (!endpoint) throw noSuchWebhook();
  if (endpoint.app_id !== appId) throw new IntakeRefusal(403, 'forbidden', 'a client may use its own webhooks only');
  return endpoint;
}

/** The fields for the trail. Only the host of the address, because the rest may contain secrets. */
function trailFields({ url, types }: Pick<Endpoint, 'url' | 'types'>) {
  return { host: new URL(url).host, types: types.join(' ') };
}

function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
