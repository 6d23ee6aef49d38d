import type { Deps } from '../../custody/deps.ts';
import { readSubmissions } from './read-submissions.ts';
import { hintRoutes } from './routes.ts';

/** Hints for reviewers. Pictures are analysed by a job, so that the intake does not wait. */
export function hints(deps: Pick<Deps, 'config' | 'db' | 'store'>) {
  return {
    routes: hintRoutes(deps),
    jobs: [{ name: 'reading submitted pictures', everyMs: 1_000, run: (stopping: AbortSignal) => readSubmissions(deps, stopping) }],
  };
}
