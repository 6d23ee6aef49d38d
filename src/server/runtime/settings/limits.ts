import { z } from 'zod';
import { count, optional, seconds, secondsAsMs, whole } from './forms.ts';

/** How long, how often and how large: sessions, calls, uploads and exports. */
export const limitSettings = {
  session: { idleSeconds: seconds('SESSION_IDLE_SECONDS', 1800), maxSeconds: seconds('SESSION_MAX_SECONDS', 43_200) },
  captcha: {
    ttlSeconds: seconds('CAPTCHA_TTL_SECONDS', 120),
    /** For tests. */
    fixedCode: optional('CAPTCHA_FIXED_CODE', z.string()),
  },
  login: { maxFailures: whole('LOGIN_MAX_FAILURES', 5, { min: 1 }), lockSeconds: seconds('LOGIN_LOCK_SECONDS', 600) },
  /** Calls of the console's API, of signing in, and signed ones of a client; 0 switches a limit off. */
  ratePerMinute: {
    calls: count('RATE_LIMIT_PER_MINUTE', 600),
    login: count('LOGIN_RATE_PER_MINUTE', 60),
    intake: count('INTAKE_RATE_PER_MINUTE', 60_000),
  },
  /** A body of which nothing comes for so long is ended. */
  bodyIdleSeconds: whole('BODY_IDLE_SECONDS', 60, { min: 1, max: 3600 }),
  /** Bodies under way at a time; 0 switches a bound off. */
  uploadsAtOnce: {
    perClient: count('UPLOADS_PER_CLIENT', 64),
    perOperator: count('UPLOADS_PER_OPERATOR', 8),
    perAddress: count('UPLOADS_PER_ADDRESS', 128),
  },
  /** A recording of which nothing comes for so long is cancelled. */
  recordingUploadHours: whole('RECORDING_UPLOAD_HOURS', 24, { min: 1, max: 8760 }),
  /** An upload whose length nobody told is taken for whole when nothing more comes for so long. */
  recordingRestSeconds: whole('RECORDING_REST_SECONDS', 1800, { min: 20, max: 86_400 }),
  /** Of workbooks that are sent; see export-service. */
  exports: {
    waitMs: secondsAsMs('EXPORT_WAIT_SECONDS', 10, { max: 60 }),
    stallMs: secondsAsMs('EXPORT_STALL_SECONDS', 60, { max: 3600 }),
    spoolBytes: whole('EXPORT_SPOOL_BYTES', 134_217_728, { min: 1024 }),
  },
  /** How long the feed keeps an event. */
  eventKeepDays: whole('EVENT_KEEP_DAYS', 90, { min: 1, max: 3650 }),
  /** How long calls of clients are told of; their table has room for so many days. */
  callKeepDays: whole('CALL_KEEP_DAYS', 30, { min: 1, max: 30 }),
  /** How long operators' messages are kept. */
  messageKeepDays: whole('MESSAGE_KEEP_DAYS', 180, { min: 1, max: 3650 }),
  /** How long the intake waits for a storage that takes no bytes and says nothing. */
  storageWaitSeconds: whole('STORAGE_WAIT_SECONDS', 60, { min: 1, max: 3600 }),
  /** The largest file of an evidence. */
  evidenceMaxBytes: whole('EVIDENCE_MAX_BYTES', 10_737_418_240, { min: 1 }),
  /** The largest Android package. */
  apkMaxBytes: whole('APK_MAX_BYTES', 524_288_000, { min: 1 }),
};
