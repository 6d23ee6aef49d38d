import { timelineRoutes, type TimelineDeps } from './routes.ts';

/** The timeline of an object, and related objects. */
export function timeline(deps: TimelineDeps) {
  return { routes: timelineRoutes(deps) };
}
