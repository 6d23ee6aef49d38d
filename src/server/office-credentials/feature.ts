import type { Deps } from '../feature/deps.ts';
import { tellEnding } from './ending.ts';
import { credentialRoutes } from './routes.ts';
import { credentialWork } from './work.ts';

/** Credentials of the office: written down with their pictures, named in the log, told of before they end. */
export function officeCredentials(deps: Pick<Deps, 'db' | 'put'>) {
  const { db } = deps;
  return {
    routes: credentialRoutes(deps),
    work: credentialWork(db),
    jobs: [{ name: 'telling of credentials that end', everyMs: 3_600_000, run: () => tellEnding(db) }],
  };
}
