import { timelineRoutes, type TimelineDeps } from './routes.ts';

/** What became of an object, and what belongs to it. */
export function timeline(deps: TimelineDeps) {
  return { routes: timelineRoutes(deps) };
}
