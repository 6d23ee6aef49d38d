import { accountCalls } from './accounts.ts';
import { pointsCalls } from './points.ts';
import { ownAccountCalls } from './own-account.ts';
import { releaseCalls } from './releases.ts';
import { roleCalls } from './roles.ts';
import { batchCalls } from './batch.ts';
import type { Call } from './call.ts';
import { captureCalls } from './captures.ts';
import { evidenceCalls } from './evidence.ts';
import { feedbackCalls } from './feedback.ts';
import { logCalls } from './logs.ts';
import { recordingCalls } from './recordings.ts';
import { sessionCalls } from './session.ts';
import { userCalls } from './users.ts';

/** Every call of the console's API. The server does not compile until each has a handler. */
export const contract = {
  ...sessionCalls,
  ...userCalls,
  ...pointsCalls,
  ...evidenceCalls,
  ...captureCalls,
  ...recordingCalls,
  ...batchCalls,
  ...logCalls,
  ...roleCalls,
  ...accountCalls,
  ...ownAccountCalls,
  ...releaseCalls,
  ...feedbackCalls,
} as const satisfies Record<string, Call>;
export type Contract = typeof contract;
