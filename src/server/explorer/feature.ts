import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { explorerRoutes } from './routes.ts';

/** The public look-up in the log. */
export function explorer({ db }: Pick<Deps, 'db'>) {
  return { register: (app: FastifyInstance) => explorerRoutes(app, { db }) };
}
