import type { Call } from './call.ts';
import { captureCalls } from './captures.ts';
import { evidenceCalls } from './evidence.ts';
import { logCalls } from './logs.ts';
import { sessionCalls } from './session.ts';
import { userCalls } from './users.ts';

/** Every call of the console's API. The server does not compile until each has a handler. */
export const contract = { ...sessionCalls, ...userCalls, ...evidenceCalls, ...captureCalls, ...logCalls } as const satisfies Record<string, Call>;
export type Contract = typeof contract;
