import type { Deps } from '../feature/deps.ts';
import { invoiceOpenRoutes } from './open-routes.ts';
import { invoiceReference } from './reference.ts';
import { invoiceRoutes } from './routes.ts';
import { invoiceWork } from './work.ts';

/** Invoices and their two reviews. */
export function invoices(deps: Pick<Deps, 'config' | 'db' | 'lists'>) {
  return {
    routes: invoiceRoutes({ ...deps, fourEyes: deps.config.invoiceFourEyes }),
    openRoutes: invoiceOpenRoutes(deps),
    work: invoiceWork(deps),
    references: [invoiceReference],
  };
}
