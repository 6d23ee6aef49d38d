import type { Deps } from '../feature/deps.ts';
import { notifyEnding } from './ending.ts';
import { credentialRoutes } from './routes.ts';
import { credentialWork } from './work.ts';

/** Credentials of the office: stored with their pictures, listed in the log, announced before they end. */
export function officeCredentials(deps: Pick<Deps, 'db' | 'put'>) {
  const { db } = deps;
  return {
    routes: credentialRoutes(deps),
    work: credentialWork(db),
    jobs: [{ name: 'telling of credentials that end', everyMs: 3_600_000, run: () => notifyEnding(db) }],
  };
}
