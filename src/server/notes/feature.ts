import { noteRoutes } from './routes.ts';
import type { NoteDeps } from './notes.ts';

/** Notes beside an object. */
export function notes(deps: NoteDeps) {
  return { routes: noteRoutes(deps) };
}
