import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { invoiceList } from './invoice-list.ts';
import { invoiceFinders } from './finders.ts';
import { invoiceOpenRoutes } from './open-routes.ts';
import { invoiceQueues } from './queue.ts';
import { invoiceReference } from './reference.ts';
import { invoiceRoutes } from './routes.ts';
import { invoiceWork } from './work.ts';

/** Invoices and their two reviews. */
export function invoices(deps: Pick<Deps, 'config' | 'db' | 'lists'>) {
  return {
    routes: invoiceRoutes({ ...deps, fourEyes: deps.config.invoiceFourEyes }),
    openRoutes: invoiceOpenRoutes(deps),
    work: { ...invoiceWork(deps), queues: invoiceQueues(deps) },
    counts,
    finders: invoiceFinders(deps),
    references: [invoiceReference],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  invoiceList: ({ status, keyword }) => countedTotalOf(invoiceList, { facets: { status }, keyword }),
};
