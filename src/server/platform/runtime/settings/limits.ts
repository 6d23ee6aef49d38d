import { z } from 'zod';
import { count, optional, seconds, secondsAsMs, whole } from './forms.ts';

/** Limits of sessions, calls, uploads and exports. */
export const limitSettings = {
  session: { idleSeconds: seconds('SESSION_IDLE_SECONDS', 1800), maxSeconds: seconds('SESSION_MAX_SECONDS', 43_200) },
  captcha: {
    ttlSeconds: seconds('CAPTCHA_TTL_SECONDS', 120),
    /** For tests. */
    fixedCode: optional('CAPTCHA_FIXED_CODE', z.string()),
  },
  login: { maxFailures: whole('LOGIN_MAX_FAILURES', 5, { min: 1 }), lockSeconds: seconds('LOGIN_LOCK_SECONDS', 600) },
  /** Limits of the console's calls, of sign-in calls, and of one client's signed calls; 0 disables a limit. */
  ratePerMinute: {
    calls: count('RATE_LIMIT_PER_MINUTE', 600),
    login: count('LOGIN_RATE_PER_MINUTE', 60),
    intake: count('INTAKE_RATE_PER_MINUTE', 60_000),
  },
  /** A request body of which no byte arrives for this long is aborted. */
  bodyIdleSeconds: whole('BODY_IDLE_SECONDS', 60, { min: 1, max: 3600 }),
  /** Concurrent request bodies; 0 disables a limit. */
  uploadsAtOnce: {
    perClient: count('UPLOADS_PER_CLIENT', 64),
    perOperator: count('UPLOADS_PER_OPERATOR', 8),
    perAddress: count('UPLOADS_PER_ADDRESS', 128),
  },
  /** A recording for which nothing arrives for this long is cancelled. */
  recordingUploadHours: whole('RECORDING_UPLOAD_HOURS', 24, { min: 1, max: 8760 }),
  /** An upload of undeclared length counts as complete when nothing more arrives for this long. */
  recordingRestSeconds: whole('RECORDING_REST_SECONDS', 1800, { min: 20, max: 86_400 }),
  /** Limits of sending workbooks; see export-service. */
  exports: {
    waitMs: secondsAsMs('EXPORT_WAIT_SECONDS', 10, { max: 60 }),
    stallMs: secondsAsMs('EXPORT_STALL_SECONDS', 60, { max: 3600 }),
    spoolBytes: whole('EXPORT_SPOOL_BYTES', 134_217_728, { min: 1024 }),
  },
  /** How long the feed keeps an event. */
  eventKeepDays: whole('EVENT_KEEP_DAYS', 90, { min: 1, max: 3650 }),
  /** How long call records are kept; their table has partitions for at most 30 days. */
  callKeepDays: whole('CALL_KEEP_DAYS', 30, { min: 1, max: 30 }),
  /** How long operators' messages are kept. */
  messageKeepDays: whole('MESSAGE_KEEP_DAYS', 180, { min: 1, max: 3650 }),
  /** How long the intake waits for a storage that neither accepts bytes nor fails. */
  storageWaitSeconds: whole('STORAGE_WAIT_SECONDS', 60, { min: 1, max: 3600 }),
  /** The largest file of an evidence. */
  evidenceMaxBytes: whole('EVIDENCE_MAX_BYTES', 10_737_418_240, { min: 1 }),
  /** Declared bytes of a user's uploads in chunks that have not become evidence. */
  uploadQuotaBytes: whole('UPLOAD_QUOTA_BYTES', 53_687_091_200, { min: 1 }),
  /** Chunks are refused while the disk of DATA_DIR has less room than this. */
  diskReserveBytes: whole('DISK_RESERVE_BYTES', 1_073_741_824, { min: 0 }),
  /** The largest Android package. */
  apkMaxBytes: whole('APK_MAX_BYTES', 524_288_000, { min: 1 }),
};
