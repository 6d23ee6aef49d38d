import type { FastifyInstance } from 'fastify';
import { activeViews } from './active-views.ts';
import { presenceRoutes } from './routes.ts';
import { forgetPresence } from './store.ts';
import { presenceStream, type StreamDeps } from './stream.ts';
import { watchPresence } from './watch.ts';

/** Presence: who is viewing an object. */
export function presence(deps: Omit<StreamDeps, 'watch' | 'views'>) {
  const views = activeViews(deps.db);
  const parts = { ...deps, views, watch: watchPresence(deps.db, views) };
  return {
    routes: presenceRoutes(parts),
    register: (app: FastifyInstance) => presenceStream(app, parts),
    jobs: [{ name: 'forgetting who looked', everyMs: 60_000, run: () => forgetPresence(deps.db) }],
  };
}
