import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { recordJobs } from './jobs.ts';
import { recordRoutes } from './routes.ts';

/** Evidence records of RFC 4998: created daily, renewed in time, and served. */
export function records(deps: Pick<Deps, 'authority' | 'config' | 'db'>) {
  return {
    register: (app: FastifyInstance) => recordRoutes(app, deps),
    jobs: recordJobs(deps),
  };
}
