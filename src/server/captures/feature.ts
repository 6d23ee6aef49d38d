import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { labelKey } from '../evidence/labels.ts';
import { captureList } from './capture-list.ts';
import { captureFinders } from './finders.ts';
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
    counts,
    finders: captureFinders(deps),
    references: [captureReference],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getWebList: ({ status, label, keyword, registtime: time }) =>
    countedTotalOf(captureList, { facets: { kind: 'web', shown_status: status, label_key: labelKey(label) }, keyword, time }),
};
