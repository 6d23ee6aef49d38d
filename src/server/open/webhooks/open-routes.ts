import { eventId } from '../../../contract/open/events.ts';
import type { webhookIntakeCalls } from '../../../contract/open/webhooks.ts';
import { emit } from '../../desk/events/emit.ts';
import { placeOf } from '../../desk/events/event-id.ts';
import { placeAll } from '../../desk/events/sequencer.ts';
import type { Database } from '../../platform/db/database.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import { type AttemptCursor, findAttempt, listAttempts, type ListedAttempt } from './attempts.ts';
import { AttemptFault } from './delivery/attempt-fault.ts';
import { checkedAddresses, type Reach } from './delivery/attempt.ts';
import type { Deliverer } from './delivery/deliverer.ts';
import { createEndpoint, deleteEndpoint, noSuchWebhook, own, rotateSecret, updateEndpoint } from './endpoints.ts';
import { replayEvents } from './replay.ts';
import { listKeys } from './signing/key-store.ts';
import { formatPublicKey } from './signing/signature.ts';
import type { Vault } from './signing/vault.ts';
import { findEndpoint, listEndpoints } from './store.ts';
import { claimTest } from './test-store.ts';
import { attemptAnswerOf, webhookAnswerOf } from './wire-rows.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly vault: () => Promise<Vault>;
  readonly reach: Reach;
  readonly deliverer: Deliverer;
}

export function webhookOpenRoutes({ db, vault, reach, deliverer }: WebhookDeps): IntakeHandlers<typeof webhookIntakeCalls> {
  return {
    async createWebhook({ body: { unique_id: uniqueId, ...given }, client, actor }) {
      await assertReachable(given.url, reach);
      return createEndpoint(db, await vault(), { ...given, uniqueId, appId: client.appId }, actor);
    },

    async listWebhooks({ client }) {
      return { list: (await listEndpoints(db, client.appId)).map(webhookAnswerOf) };
    },

    async getWebhook({ params, client }) {
      return webhookAnswerOf(own(await findEndpoint(db, idIn(params)), client.appId));
    },

    async updateWebhook({ params, body, client, actor }) {
      if (body.url !== undefined) await assertReachable(body.url, reach);
      return webhookAnswerOf(await updateEndpoint(db, idIn(params), client.appId, body, actor));
    },

    async deleteWebhook({ params, client, actor }) {
      await deleteEndpoint(db, idIn(params), client.appId, actor);
      return {};
    },

    async rotateWebhookSecret({ params, client, actor }) {
      return { secret: await rotateSecret(db, await vault(), idIn(params), client.appId, actor) };
    },

    async testWebhook({ params, client }) {
      const endpoint = own(await findEndpoint(db, idIn(params)), client.appId);
      return attemptAnswerOf(await sendTest({ db, deliverer }, endpoint, client.userId));
    },

    async listDeliveries({ params, query: { status, after, limit }, client }) {
      const { id: webhookId } = own(await findEndpoint(db, idIn(params)), client.appId);
      const { rows, next } = await listAttempts(db, { webhookId, status, after: cursorIn(after), limit });
      return { list: rows.map(attemptAnswerOf), next: next && `${next.waits ? 'w' : 'm'}${next.id}` };
    },

    async replayDeliveries({ params, body: { event_ids: ids, since, until }, client, actor }) {
      const range = ids
        ? { places: ids.filter((one) => eventId.safeParse(one).success).map(placeOf) }
        : { since: since ?? new Date(0), until: until ?? new Date(0) };
      return { count: await replayEvents(db, idIn(params), (endpoint) => own(endpoint, client.appId), range, actor) };
    },

    async getWebhookKeys() {
      const keys = await listKeys(db, await vault());
      return { list: keys.map(({ publicKey, since }) => ({ key: formatPublicKey(publicKey), since: since.toISOString() })) };
    },
  };
}

/** @throws IntakeRefusal 404 if it is not an id. */
function idIn(params: Readonly<Record<string, string>>): string {
  const id = params['id'] ?? '';
  if (!/^[1-9]\d{0,17}$/.test(id)) throw noSuchWebhook();
  return id;
}

/** @throws IntakeRefusal 400 for a cursor that no page of attempts returned. */
function cursorIn(text: string | undefined): AttemptCursor | undefined {
  if (text === undefined) return undefined;
  const [, kind, id = ''] = /^([wm])([1-9]\d{0,17})$/.exec(text) ?? [];
  if (kind === undefined) throw new IntakeRefusal(400, 'malformed', 'after: is no cursor of this list');
  return { waits: kind === 'w', id };
}

/**
 * Refuses an endpoint's address if it is private, or if its name resolves to a private address now. A name without an address is accepted,
 * because it may get one: each attempt resolves it again.
 * @throws IntakeRefusal 400
 */
async function assertReachable(url: string, reach: Pick<Reach, 'allowPrivate' | 'resolve' | 'isPrivate'>): Promise<void> {
  const target = new URL(url);
  if (!reach.allowPrivate && target.protocol !== 'https:') throw new IntakeRefusal(400, 'malformed', 'url: must be an https address');
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());
  const fault = await Promise.race([checkedAddresses(target, reach).then(() => null, judge), late.then(() => null)]);
  if (fault) throw new IntakeRefusal(400, 'malformed', `url: ${fault.message}`);
}

/** If the look-up takes longer, the address is left to the attempts. */
const patienceMs = 3000;

function judge(error: unknown): AttemptFault | null {
  return error instanceof AttemptFault && error.kind === 'address' ? error : null;
}

/**
 * Sends `webhook.test` to an endpoint and returns the result of the one attempt, which affects the endpoint's health like any other.
 * @throws IntakeRefusal 429 if too many attempts are under way, 404 if the endpoint is deleted meanwhile.
 */
async function sendTest(
  { db, deliverer }: { readonly db: Database; readonly deliverer: Deliverer },
  endpoint: { readonly id: string; readonly app_id: string },
  userId: string | null,
): Promise<ListedAttempt> {
  const newest = await db.selectFrom('event').select('place').orderBy('place', 'desc').limit(1).executeTakeFirst();
  await db
    .transaction()
    .execute((tx) => emit(tx, { type: 'webhook.test', appId: endpoint.app_id, data: { user_id: userId, webhook_id: endpoint.id } }));
  await placeAll(db);
  const claimed = await claimTest(db, endpoint.id, newest?.place ?? '0', deliverer.leaseSeconds);
  if (claimed === 'deleted') throw noSuchWebhook();
  if (claimed === 'busy') throw new IntakeRefusal(429, 'rate', 'too many attempts are under way; try again later');
  await deliverer.execute(claimed, new AbortController().signal);
  const attempt = await findAttempt(db, endpoint.id, claimed.place);
  if (!attempt) throw new Error('the attempt was not noted');
  return attempt;
}
