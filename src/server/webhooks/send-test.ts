import type { Database } from '../db/database.ts';
import { emit } from '../events/emit.ts';
import { placeAll } from '../events/sequencer.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import { findAttempt, type ListedAttempt } from './attempts.ts';
import type { Deliverer } from './delivery/deliverer.ts';
import { noSuchWebhook } from './endpoints.ts';
import { claimTest } from './test-store.ts';

/**
 * Sends `webhook.test` to an endpoint and returns the result of the one attempt, which affects the endpoint's health like any other.
 * @throws IntakeRefusal 429 if too many attempts are under way, 404 if the endpoint is deleted meanwhile.
 */
export async function sendTest(
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
