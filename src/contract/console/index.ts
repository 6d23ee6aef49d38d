import { accountCalls } from './accounts.ts';
import { batchCalls } from './online-evidence.ts';
import type { Call } from '../call.ts';
import { captureCalls } from './captures.ts';
import { callRecordCalls, clientCalls } from './open/clients.ts';
import { webhookCalls } from './open/webhooks.ts';
import { draftCalls } from './own/drafts.ts';
import { evidenceCalls } from './evidence.ts';
import { feedbackCalls } from './feedback.ts';
import { erasureCalls } from './reviews/erasures.ts';
import { hintCalls } from './reviews/hints.ts';
import { invoiceCalls } from './invoices.ts';
import { logCalls } from './login-logs.ts';
import { labelCalls } from './many/labels.ts';
import { reassignCalls } from './many/reassign.ts';
import { notarizationCalls } from './notarizations.ts';
import { credentialCalls } from './office/credentials.ts';
import { systemStatusCalls } from './office/system-status.ts';
import { witnessCalls } from './office/witnesses.ts';
import { orderListCalls } from './orders.ts';
import { ownAccountCalls } from './own-account.ts';
import { fileHistoryCalls } from '../panel/file-history.ts';
import { messageCalls } from '../panel/messages.ts';
import { noteCalls } from '../panel/notes.ts';
import { presenceCalls } from '../panel/presence.ts';
import { timelineCalls } from '../panel/timeline.ts';
import { pointsCalls } from './points.ts';
import { queueCalls } from './work/queues.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { recordingCalls } from './recordings.ts';
import { releaseCalls } from './releases.ts';
import { roleCalls } from './roles.ts';
import { searchCalls } from './desk/search.ts';
import { sessionCalls } from './session.ts';
import { todoCalls } from './todo.ts';
import { trailCalls } from './trail.ts';
import { userCalls } from './users.ts';
import { viewCalls } from './views/views.ts';
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
