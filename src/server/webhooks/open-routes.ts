import { eventId } from '../../contract/open/events.ts';
import type { webhookIntakeCalls } from '../../contract/open/webhooks.ts';
import type { Database } from '../db/database.ts';
import { placeOf } from '../events/event-id.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import { assertReachable } from './address-check.ts';
import { listAttempts, type AttemptCursor } from './attempts.ts';
import type { Reach } from './delivery/attempt.ts';
import type { Deliverer } from './delivery/deliverer.ts';
import { createEndpoint, deleteEndpoint, noSuchWebhook, own, rotateSecret, updateEndpoint } from './endpoints.ts';
import { replayEvents } from './replay.ts';
import { sendTest } from './send-test.ts';
import { listKeys } from './signing/key-store.ts';
import { formatPublicKey } from './signing/signature.ts';
import type { Vault } from './signing/vault.ts';
import { findEndpoint, listEndpoints } from './store.ts';
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
