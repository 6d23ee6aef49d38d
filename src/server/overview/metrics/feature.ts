import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../custody/deps.ts';
import { watchEventLoop } from '../../platform/telemetry/process.ts';
import { metricsRoutes, metricsTrustLoopback } from './routes.ts';

/** Metrics of the server and of custody, for Prometheus. */
export function metrics({ config, db }: Pick<Deps, 'config' | 'db'>) {
  const access = { token: config.metricsToken, trustsLoopback: metricsTrustLoopback(config) };
  return {
    async register(app: FastifyInstance) {
      const end = watchEventLoop();
      app.addHook('onClose', async () => end());
      await metricsRoutes(app, { db, config, ...access });
    },
  };
}
