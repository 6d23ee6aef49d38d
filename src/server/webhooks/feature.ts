import type { Deps } from '../feature/deps.ts';
import { createDeliverer } from './delivery/deliverer.ts';
import { deliverAside } from './delivery/deliver-aside.ts';
import { lookAtFeed } from './delivery/feed-store.ts';
import { forgetAttempts } from './delivery/forget-store.ts';
import { createReach } from './delivery/reach.ts';
import { webhookOpenRoutes } from './open-routes.ts';
import { webhookRoutes } from './operators/routes.ts';
import { webhookWork } from './operators/work.ts';
import { lazyVault } from './signing/vault.ts';

/** Endpoints that events are sent to, and what sends them. */
export function webhooks({ db, config, connection, alarm }: Pick<Deps, 'db' | 'config' | 'connection' | 'alarm'>) {
  const vault = lazyVault(db, config.office);
  const reach = createReach(config.webhooks);
  // Tests of endpoints alone; all else is sent by a thread.
  const deliverer = createDeliverer({ db, vault, reach });
  const deliver = async (stopping: AbortSignal): Promise<void> => {
    const { hasEndpoints } = await lookAtFeed(db);
    if (hasEndpoints) await deliverAside({ connection, webhooks: config.webhooks, office: config.office }, stopping, alarm);
  };
  return {
    routes: webhookRoutes(db),
    work: webhookWork(db),
    openRoutes: webhookOpenRoutes({ db, vault, reach, deliverer }),
    jobs: [
      { name: 'delivering events', everyMs: 500, run: deliver },
      { name: 'forgetting deliveries', everyMs: 3_600_000, run: () => forgetAttempts(db, config.eventKeepDays) },
    ],
  };
}
