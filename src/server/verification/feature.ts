import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { verificationRoutes } from './routes.ts';

/** Public verification of evidence. */
export function verification(deps: Pick<Deps, 'config' | 'db'>) {
  return { register: (app: FastifyInstance) => verificationRoutes(app, deps) };
}
