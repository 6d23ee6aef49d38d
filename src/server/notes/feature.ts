import { noteRoutes } from './routes.ts';
import type { NoteDeps } from './notes.ts';

/** Notes on objects. */
export function notes(deps: NoteDeps) {
  return { routes: noteRoutes(deps) };
}
