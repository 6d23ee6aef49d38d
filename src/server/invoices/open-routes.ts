import type { invoiceIntakeCalls } from '../../contract/open/invoices.ts';
import type { Deps } from '../feature/deps.ts';
import { once } from '../signed/idempotence.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { assertOwnUser } from '../signed/own-user.ts';
import { createInvoice } from './intake.ts';

export function invoiceOpenRoutes({ db }: Pick<Deps, 'db'>): IntakeHandlers<typeof invoiceIntakeCalls> {
  return {
    async createInvoice({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'ask for invoices of its own');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createInvoice', given] }, (tx) =>
        createInvoice(tx, given, actor),
      );
    },
  };
}
