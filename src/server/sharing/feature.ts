import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { shareRoutes } from './routes.ts';

/** Addresses of evidence that stand on paper. */
export function sharing(deps: Pick<Deps, 'db' | 'store'>) {
  return { register: (app: FastifyInstance) => shareRoutes(app, deps) };
}
