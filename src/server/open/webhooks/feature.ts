import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../../custody/deps.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { holdersOf } from '../../desk/references/colleagues.ts';
import type { Database } from '../../platform/db/database.ts';
import { deliverInThread } from './delivery/deliver-in-thread.ts';
import { createDeliverer } from './delivery/deliverer.ts';
import { forgetAttempts } from './delivery/forget-store.ts';
import { createReach } from './delivery/reach.ts';
import { webhookOpenRoutes } from './open-routes.ts';
import { webhookFinders } from './operators/finders.ts';
import { webhookRoutes } from './operators/routes.ts';
import { webhookWork } from './operators/work.ts';
import { lazyVault } from './signing/vault.ts';
import { hasEndpoints } from './store.ts';

/** Endpoints that events are sent to, and the delivery. */
export function webhooks({ db, config, connection, alarm }: Pick<Deps, 'db' | 'config' | 'connection' | 'alarm'>) {
  const vault = lazyVault(db, config.office);
  const reach = createReach(config.webhooks);
  // Only sends tests of endpoints; everything else is sent by a thread.
  const deliverer = createDeliverer({ db, vault, reach });
  const calls = new SharedArrayBuffer(4);
  const counter = new Int32Array(calls);
  const deliver = async (stopping: AbortSignal): Promise<void> => {
    if (await hasEndpoints(db))
      await deliverInThread(
        { connection, webhooks: config.webhooks, office: config.office, traces: config.traces, calls },
        stopping,
        alarm,
      );
  };
  return {
    routes: webhookRoutes(db),
    work: webhookWork(db),
    finders: webhookFinders(db),
    openRoutes: webhookOpenRoutes({ db, vault, reach, deliverer }),
    // Counts signed calls for the delivery thread, which yields to them.
    registerSigned(signed: FastifyInstance) {
      signed.addHook('onRequest', async () => void Atomics.add(counter, 0, 1));
    },
    jobs: [
      { name: 'telling of failing endpoints', everyMs: 60_000, run: () => notifyFailing(db) },
      { name: 'delivering events', everyMs: 500, run: deliver },
      { name: 'forgetting deliveries', everyMs: 3_600_000, run: () => forgetAttempts(db, config.eventKeepDays) },
    ],
  };
}

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
