import type { KeyObject } from 'node:crypto';
import { eventIdOf } from '../../../desk/events/event-id.ts';
import { signatureHeaders } from '../signing/signature.ts';
import { secretName } from '../signing/secret-name.ts';
import type { Vault } from '../signing/vault.ts';
import type { Outgoing } from './attempt.ts';
import type { ClaimedDelivery } from './claim-store.ts';

/** Builds the message of one attempt. All attempts have the same id and body, but each has its own timestamp and signatures. */
export function messageOf(
  { webhookId, url, secrets, event }: Pick<ClaimedDelivery, 'webhookId' | 'url' | 'secrets' | 'event'>,
  vault: Vault,
  keys: readonly { readonly privateKey: KeyObject }[],
  at = new Date(),
): Outgoing & { readonly at: Date } {
  const id = eventIdOf(event.place);
  const body = bodyOf(event);
  const signed = signatureHeaders(
    { id, timestamp: Math.floor(at.getTime() / 1000), body },
    { secrets: secrets.map((sealed) => vault.open(sealed, secretName(webhookId))), keys: keys.map(({ privateKey }) => privateKey) },
  );
  return { url, at, body, headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...signed } };
}

/** The body of an event's message, the same in every attempt. */
export function bodyOf({ place, type, at, user_id, data }: ClaimedDelivery['event']): string {
  return JSON.stringify({ id: eventIdOf(place), type, timestamp: at.toISOString(), data: { user_id, ...data } });
}

const userAgent = 'notary-webhooks/1.0';

/** Reads the keys again after a minute. That is often enough, because an old key goes on signing for a day beside a new one. */
export function recallKeys<Keys>(read: () => Promise<Keys>, everyMs = 60_000): () => Promise<Keys> {
  let known: { readonly keys: Promise<Keys>; readonly until: number } | undefined;
  return () => {
    if (!known || performance.now() > known.until) {
      const keys = read();
      known = { keys, until: performance.now() + everyMs };
      keys.catch(() => (known = undefined));
    }
    return known.keys;
  };
}
