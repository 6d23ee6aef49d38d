import type { Deps } from '../feature/deps.ts';
import { captureOpenRoutes } from './open-routes.ts';
import { captureReference } from './reference.ts';
import { captureRoutes } from './routes.ts';
import { captureWork } from './work.ts';

/** Captures of web pages; `captures/worker` carries them out. */
export function captures(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'store'>) {
  return {
    routes: captureRoutes(deps),
    openRoutes: captureOpenRoutes(deps),
    work: captureWork,
    references: [captureReference],
  };
}
