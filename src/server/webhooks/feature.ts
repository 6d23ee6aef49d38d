import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { createDeliverer } from './delivery/deliverer.ts';
import { deliverInThread } from './delivery/deliver-in-thread.ts';
import { forgetAttempts } from './delivery/forget-store.ts';
import { createReach } from './delivery/reach.ts';
import { notifyFailing } from './failing.ts';
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
