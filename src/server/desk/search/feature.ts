import { searchRoutes, type SearchDeps } from './routes.ts';

/** The global search over the records of all features. */
export function search(deps: SearchDeps) {
  return {
    routes: searchRoutes(deps),
  };
}
