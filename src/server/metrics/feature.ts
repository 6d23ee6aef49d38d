import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { metricsRoutes, metricsTrustLoopback } from './routes.ts';

/** How custody is, for Prometheus. */
export function metrics({ config, db }: Pick<Deps, 'config' | 'db'>) {
  const access = { token: config.metricsToken, trustsLoopback: metricsTrustLoopback(config) };
  return { register: (app: FastifyInstance) => metricsRoutes(app, { db, ...access }) };
}
