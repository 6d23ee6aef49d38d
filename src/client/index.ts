export type { ClientOptions } from './call-methods.ts';
export { NotaryClient } from './client.ts';
export type { Calls, RefusalCode } from './contract/calls.ts';
export type { CallOptions, Cancellation, FileSource, NamedFile, RawAnswer } from './contract/values.ts';
export type { EventMatch, EventOf, EventPattern, EventType, FeedOptions, NotaryEvent, WaitOptions } from './events.ts';
export { NotaryFault, NotaryRefusal, NotaryUnreachable } from './net/refusal.ts';
export type { EvidenceInput, EvidenceReceipt, Recorded, RecordingInput, UploadInput } from './upload.ts';
export type { SeekableFile, UploadOptions } from './send-chunks.ts';
export { PackageUnreadable, type PackageCheck, type PackageReport, type VerifyPolicy } from './package-report.ts';
export { verifyPackage } from './verify.ts';
export {
  signWebhook,
  verifyWebhook,
  WebhookRefused,
  type VerifyWebhookOptions,
  type WebhookFault,
  type WebhookHeaders,
} from './webhook.ts';
