import { accountCalls } from './accounts.ts';
import { pointsCalls } from './points.ts';
import { ownAccountCalls } from './own-account.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { roleCalls } from './roles.ts';
import { batchCalls } from './batch.ts';
import type { Call } from './call.ts';
import { evidenceCalls } from './evidence.ts';
import { invoiceCalls } from './invoices.ts';
import { logCalls } from './logs.ts';
import { orderListCalls } from './orders.ts';
import { recordingCalls } from './recordings.ts';
import { sessionCalls } from './session.ts';
import { userCalls } from './users.ts';

/** Every call of the console's API. The server does not compile until each has a handler. */
export const contract = {
  ...sessionCalls,
  ...userCalls,
  ...pointsCalls,
  ...evidenceCalls,
  ...recordingCalls,
  ...batchCalls,
  ...orderListCalls,
  ...invoiceCalls,
  ...reconciliationCalls,
  ...logCalls,
  ...roleCalls,
  ...accountCalls,
  ...ownAccountCalls,
} as const satisfies Record<string, Call>;
export type Contract = typeof contract;
