import { accountCalls } from './accounts.ts';
import { batchCalls } from './online-evidence.ts';
import type { Call } from '../call.ts';
import { captureCalls } from './captures.ts';
import { evidenceCalls } from './evidence.ts';
import { feedbackCalls } from './feedback.ts';
import { hintCalls } from './reviews/hints.ts';
import { invoiceCalls } from './invoices.ts';
import { logCalls } from './login-logs.ts';
import { notarizationCalls } from './notarizations.ts';
import { orderListCalls } from './orders.ts';
import { ownAccountCalls } from './own-account.ts';
import { pointsCalls } from './points.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { recordingCalls } from './recordings.ts';
import { releaseCalls } from './releases.ts';
import { roleCalls } from './roles.ts';
import { sessionCalls } from './session.ts';
import { todoCalls } from './todo.ts';
import { trailCalls } from './trail.ts';
import { userCalls } from './users.ts';
import { workbenchCalls } from './workbench.ts';

/** Every call of the console's API. The server does not compile until each has a handler. */
export const contract = {
  ...sessionCalls,
  ...userCalls,
  ...hintCalls,
  ...pointsCalls,
  ...evidenceCalls,
  ...notarizationCalls,
  ...captureCalls,
  ...recordingCalls,
  ...batchCalls,
  ...orderListCalls,
  ...invoiceCalls,
  ...reconciliationCalls,
  ...logCalls,
  ...roleCalls,
  ...accountCalls,
  ...ownAccountCalls,
  ...trailCalls,
  ...todoCalls,
  ...workbenchCalls,
  ...releaseCalls,
  ...feedbackCalls,
} as const satisfies Record<string, Call>;
export type Contract = typeof contract;
