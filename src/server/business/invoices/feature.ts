import type { invoiceIntakeCalls } from '../../../contract/open/invoices.ts';
import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import { once } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { invoiceFinders } from './finders.ts';
import { createInvoice } from './intake.ts';
import { invoiceList } from './invoice-list.ts';
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

function invoiceOpenRoutes({ db }: Pick<Deps, 'db'>): IntakeHandlers<typeof invoiceIntakeCalls> {
  return {
    async createInvoice({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'ask for invoices of its own');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createInvoice', given] }, (tx) =>
        createInvoice(tx, given, actor),
      );
    },
  };
}
