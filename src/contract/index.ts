import { batchCalls } from './batch.ts';
import type { Call } from './call.ts';
import { evidenceCalls } from './evidence.ts';
import { logCalls } from './logs.ts';
import { recordingCalls } from './recordings.ts';
import { sessionCalls } from './session.ts';
import { userCalls } from './users.ts';

/** Every call of the console's API. The server does not compile until each has a handler. */
export const contract = { ...sessionCalls, ...userCalls, ...evidenceCalls, ...recordingCalls, ...batchCalls, ...logCalls } as const satisfies Record<string, Call>;
export type Contract = typeof contract;
