import type { Deps } from '../feature/deps.ts';
import { createDeliverer } from './delivery/deliverer.ts';
import { forgetAttempts } from './delivery/forget-store.ts';
import { createReach } from './delivery/reach.ts';
import { webhookOpenRoutes } from './open-routes.ts';
import { webhookRoutes } from './operators/routes.ts';
import { webhookWork } from './operators/work.ts';
import { lazyVault } from './signing/vault.ts';

/** Endpoints that events are sent to, and what sends them. */
export function webhooks({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const vault = lazyVault(db, config.office);
  const reach = createReach(config.webhooks);
  const deliverer = createDeliverer({ db, vault, reach });
  return {
    routes: webhookRoutes(db),
    work: webhookWork(db),
    openRoutes: webhookOpenRoutes({ db, vault, reach, deliverer }),
    jobs: [
      { name: 'delivering events', everyMs: 1000, run: (stopping: AbortSignal) => deliverer.run(stopping) },
      { name: 'forgetting deliveries', everyMs: 3_600_000, run: () => forgetAttempts(db, config.eventKeepDays) },
    ],
  };
}
