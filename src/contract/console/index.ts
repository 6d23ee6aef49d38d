import { accountCalls } from './accounts.ts';
import { batchCalls } from './online-evidence.ts';
import type { Call } from '../call.ts';
import { captureCalls } from './captures.ts';
import { callRecordCalls, clientCalls } from './clients.ts';
import { webhookCalls } from './webhooks.ts';
import { draftCalls } from './drafts.ts';
import { evidenceCalls } from './evidence.ts';
import { feedbackCalls } from './feedback.ts';
import { erasureCalls } from './erasures.ts';
import { hintCalls } from './hints.ts';
import { invoiceCalls } from './invoices.ts';
import { logCalls } from './login-logs.ts';
import { labelCalls } from './labels.ts';
import { reassignCalls } from './reassign.ts';
import { notarizationCalls } from './notarizations.ts';
import { credentialCalls } from './office-credentials.ts';
import { systemStatusCalls } from './system-status.ts';
import { witnessCalls } from './witnesses.ts';
import { orderListCalls } from './orders.ts';
import { ownAccountCalls } from './own-account.ts';
import { fileHistoryCalls } from './file-history.ts';
import { messageCalls } from './messages.ts';
import { noteCalls } from './notes.ts';
import { presenceCalls } from './presence.ts';
import { timelineCalls } from './timeline.ts';
import { pointsCalls } from './points.ts';
import { queueCalls } from './queues.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { recordingCalls } from './recordings.ts';
import { releaseCalls } from './releases.ts';
import { roleCalls } from './roles.ts';
import { searchCalls } from './search.ts';
import { sessionCalls } from './session.ts';
import { todoCalls } from './todo.ts';
import { trailCalls } from './trail.ts';
import { userCalls } from './users.ts';
import { viewCalls } from './views.ts';
import { workbenchCalls } from './workbench.ts';

/** Every call of the console's API. The server compiles only if each has a handler. */
export const contract = {
  ...sessionCalls,
  ...userCalls,
  ...hintCalls,
  ...erasureCalls,
  ...pointsCalls,
  ...evidenceCalls,
  ...notarizationCalls,
  ...captureCalls,
  ...recordingCalls,
  ...batchCalls,
  ...labelCalls,
  ...reassignCalls,
  ...orderListCalls,
  ...invoiceCalls,
  ...reconciliationCalls,
  ...logCalls,
  ...roleCalls,
  ...accountCalls,
  ...ownAccountCalls,
  ...trailCalls,
  ...todoCalls,
  ...searchCalls,
  ...workbenchCalls,
  ...queueCalls,
  ...viewCalls,
  ...releaseCalls,
  ...feedbackCalls,
  ...clientCalls,
  ...callRecordCalls,
  ...webhookCalls,
  ...credentialCalls,
  ...witnessCalls,
  ...systemStatusCalls,
  ...draftCalls,
  ...noteCalls,
  ...messageCalls,
  ...timelineCalls,
  ...presenceCalls,
  ...fileHistoryCalls,
} as const satisfies Record<string, Call>;
export type Contract = typeof contract;
