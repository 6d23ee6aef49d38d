import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { sendMessage } from '../messages/store.ts';
import { holdersOf } from '../references/colleagues.ts';

/**
 * Periodic job: messages the operators responsible for endpoints about those that have failed for an hour without a success, once per
 * failing period. They can contact the integrator days before the endpoint is disabled.
 */
export async function notifyFailing(db: Database): Promise<void> {
  const failing = await unreported(db);
  if (failing.length === 0) return;
  const to = await holdersOf(db, 'open:webhook');
  for (const { id, event } of failing) await sendMessage(db, { kind: 'webhook', object: `failing/${id}`, event }, to);
}

/** A partial index covers only failing endpoints. */
async function unreported(db: Database) {
  const { rows } = await sql<{ id: string; event: string }>`
    select id, event from webhook,
           lateral (select 'webhook/' || id || '/failing/' || extract(epoch from failing_since)::numeric as event) as named
     where status = 'enabled' and failing_since <= now() - interval '1 hour'
       and not exists (select from message m where m.kind = 'webhook' and m.event = named.event)
     order by failing_since, id limit 100`.execute(db);
  return rows;
}
