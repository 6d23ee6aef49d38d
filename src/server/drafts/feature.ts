import type { Deps } from '../feature/deps.ts';
import { draftStore } from './store.ts';
import { draftRoutes } from './routes.ts';

/** What operators typed and have not submitted. */
export function drafts({ db }: Pick<Deps, 'db'>) {
  const store = draftStore(db);
  return {
    routes: draftRoutes(store),
    jobs: [{ name: 'forgetting drafts that nobody came back for', everyMs: 3_600_000, run: () => store.forgetExpired() }],
  };
}
