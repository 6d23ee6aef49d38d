import type { IntakeCall, OpenCall } from './call.ts';
import { captureIntakeCalls } from './captures.ts';
import { eventIntakeCalls } from './events.ts';
import { evidenceIntakeCalls } from './evidence.ts';
import { evidenceUploadCalls } from './evidence-uploads.ts';
import { feedbackIntakeCalls } from './feedback.ts';
import { invoiceIntakeCalls } from './invoices.ts';
import { latestVersionCalls } from './latest-version.ts';
import { markIntakeCalls } from './marks.ts';
import { notarizationIntakeCalls } from './notarizations.ts';
import { orderIntakeCalls } from './orders.ts';
import { recordingIntakeCalls } from './recordings.ts';
import { userIntakeCalls } from './users.ts';
import { verificationCalls } from './verification.ts';
import { webhookIntakeCalls } from './webhooks.ts';

/** Every signed call: how the platform's own apps and enterprises submit data. The server compiles only if each has a handler. */
export const intakeCalls = {
  ...userIntakeCalls,
  ...feedbackIntakeCalls,
  ...evidenceIntakeCalls,
  ...evidenceUploadCalls,
  ...markIntakeCalls,
  ...recordingIntakeCalls,
  ...captureIntakeCalls,
  ...notarizationIntakeCalls,
  ...orderIntakeCalls,
  ...invoiceIntakeCalls,
  ...eventIntakeCalls,
  ...webhookIntakeCalls,
} as const satisfies Record<string, IntakeCall>;
export type IntakeCalls = typeof intakeCalls;

/** Calls without a signature. */
export const unsignedCalls = { ...verificationCalls, ...latestVersionCalls } as const satisfies Record<string, OpenCall>;
