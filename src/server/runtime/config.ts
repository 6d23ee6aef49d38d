import { z } from 'zod';
import { isKeyName } from '../../domain/tlog/note-key.ts';
import { knownHolidays, readHolidays, type Holidays } from '../../domain/text/working-days.ts';
import { StartupError } from './startup-error.ts';

const seconds = (byDefault: number) => z.coerce.number().int().min(1).max(31_536_000).default(byDefault);
const count = (byDefault: number) => z.coerce.number().int().min(0).default(byDefault);
const price = (byDefault: number) => z.coerce.number().int().min(0).max(1_000_000_000).default(byDefault);
/** Of an order, which must cost something. */
const fee = (byDefault: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(byDefault);
const flag = (byDefault: boolean) =>
  z
    .enum(['0', '1'])
    .default(byDefault ? '1' : '0')
    .transform((value) => value === '1');

/** A host, perhaps with a port. */
const hostForm = /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/;

/** Every environment variable of the server, once (intake, *Environment variables of the server*). An empty value counts as unset. */
const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  POSTGRES_BIN: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  STORAGE_URL: z
    .string()
    .regex(/^s3:\/\//, 'must start with s3://')
    .optional(),
  PUBLIC_URL: z.url().optional(),
  OFFICE_NAME: z.string().trim().min(1).max(60).default('公证处电子存证平台'),
  OFFICE_KEY_PASSWORD: z.string().min(8).optional(),
  OFFICE_CERTIFICATE_NOTICE_DAYS: z.coerce.number().int().min(1).max(365).default(60),
  PREVIEW_HOST_FROM: z.string().toLowerCase().regex(hostForm, 'must be a host, such as oss.example.com').optional(),
  PREVIEW_HOST_TO: z.string().toLowerCase().regex(hostForm, 'must be a host, such as cos.example.com').optional(),
  LOG_ORIGIN: z.string().refine(isKeyName, 'must be a name without blanks and plus signs, such as notary.example/log').optional(),
  LOG_INTERVAL_SECONDS: z.coerce.number().int().min(1).max(60).default(2),
  LOG_PUBLIC_ENTRIES: flag(false),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  TSA_ROOTS: z.string().optional(),
  TSA_INTERVAL_SECONDS: z.coerce.number().int().min(1).max(86_400).default(10),
  TSA_TURN_REQUESTS: z.coerce.number().int().min(1).max(1000).default(20),
  TSA_EVIDENCE: flag(false),
  TSA_TOLERANCE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  CHAIN_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHAIN_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
    .optional(),
  CHAIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(10_000).default(12),
  CHAIN_INTERVAL_SECONDS: z.coerce.number().int().min(1).max(86_400).default(60),
  CHAIN_MAX_FEE_GWEI: z.coerce.number().int().min(1).max(1_000_000).default(500),
  EXPLORER_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.includes('{hash}'), 'must hold {hash}, where the transaction hash goes')
    .optional(),
  SESSION_IDLE_SECONDS: seconds(1800),
  SESSION_MAX_SECONDS: seconds(43_200),
  CAPTCHA_TTL_SECONDS: seconds(120),
  LOGIN_MAX_FAILURES: z.coerce.number().int().min(1).default(5),
  LOGIN_LOCK_SECONDS: seconds(600),
  CAPTCHA_FIXED_CODE: z.string().optional(),
  DEMO: z.enum(['0', '1']).optional(),
  RATE_LIMIT_PER_MINUTE: count(600),
  LOGIN_RATE_PER_MINUTE: count(60),
  INTAKE_RATE_PER_MINUTE: count(60_000),
  BODY_IDLE_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  UPLOADS_PER_CLIENT: count(64),
  UPLOADS_PER_OPERATOR: count(8),
  UPLOADS_PER_ADDRESS: count(128),
  TRUST_PROXY: flag(false),
  SWEEP_BYTES_PER_SECOND: z.coerce.number().int().min(1024).default(10_485_760),
  SWEEP_CYCLE_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RECORDING_UPLOAD_HOURS: z.coerce.number().int().min(1).max(8760).default(24),
  RECORDING_REST_SECONDS: z.coerce.number().int().min(20).max(86_400).default(1800),
  EXPORT_WAIT_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  EXPORT_STALL_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  EXPORT_SPOOL_BYTES: z.coerce.number().int().min(1024).default(134_217_728),
  STORAGE_WAIT_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  EVIDENCE_MAX_BYTES: z.coerce.number().int().min(1).default(10_737_418_240),
  APK_MAX_BYTES: z.coerce.number().int().min(1).default(524_288_000),
  CAPTURE_WORKER: flag(true),
  CAPTURE_ALLOW_PRIVATE: flag(false),
  CAPTURE_AT_ONCE: z.coerce.number().int().min(1).max(32).default(2),
  CAPTURE_LEASE_SECONDS: z.coerce.number().int().min(1).max(3600).default(30),
  CAPTURE_NAVIGATION_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  CAPTURE_MAX_SECONDS: z.coerce.number().int().min(1).max(3600).default(120),
  CAPTURE_MAX_BYTES: z.coerce.number().int().min(1).default(209_715_200),
  CAPTURE_MAX_MEMORY_BYTES: z.coerce.number().int().min(268_435_456).default(2_147_483_648),
  CAPTURE_WITHOUT_SANDBOX: flag(false),
  CAPTURE_MAX_REQUESTS: z.coerce.number().int().min(1).default(2000),
  CAPTURE_MAX_HEIGHT: z.coerce.number().int().min(100).max(100_000).default(16_000),
  INVOICE_FOUR_EYES: flag(true),
  PRICE_EVIDENCE: price(1),
  PRICE_WEB: price(5),
  PRICE_PROCESS: price(10),
  PRICE_MOVE: price(5),
  PRICE_POINT_FEN: fee(100),
  PRICE_NOTARIZATION_FEN: fee(10_000),
  PRICE_NOTARIZATION_PIECE_FEN: price(2000),
  NOTARIZATION_CLAIM_SECONDS: seconds(600),
  NOTARIAL_WORD: z.string().trim().min(1).max(10).default('存'),
  HOLIDAYS: z.string().default(knownHolidays),
});

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The folder of the system's own PostgreSQL programs, run in the place of the embedded ones. */
  readonly postgresBin: string | undefined;
  /** Read by storage-url. */
  readonly storageUrl: string | undefined;
  readonly publicUrl: string | undefined;
  /**
   * What certificates are issued as, the password that its signing key is kept under (without one, a secret of the database is), and how
   * long before its certificate's end it is renewed, or its renewal asked for.
   */
  readonly office: { readonly name: string; readonly keyPassword: string | undefined; readonly noticeDays: number };
  /** The storage host in old addresses of mobile previews, and the host that has its files now; null where nothing was moved. */
  readonly previewSwap: { readonly fromHost: string; readonly toOrigin: string } | null;
  /**
   * The transparency log: its name where PUBLIC_URL is not to give it, how often it grows, whether its entries (they hold evidence numbers)
   * are for everybody.
   */
  readonly log: { readonly origin: string | undefined; readonly intervalSeconds: number; readonly publicEntries: boolean };
  /** The authority whose timestamps checkpoints get, and with `ofEvidence` each evidence too. */
  readonly timestamps: TimestampConfig;
  /**
   * The EVM chain that checkpoints' roots go to; null without one. The key pays for the transactions, for a unit of gas at most
   * `maxFeeGwei`.
   */
  readonly chain: {
    readonly rpcUrl: string;
    readonly key: string;
    readonly confirmations: number;
    readonly intervalSeconds: number;
    readonly maxFeeGwei: number;
  } | null;
  /** Where a chain transaction is looked up, `{hash}` in its place: the chain's own explorer, or the built-in one. */
  readonly explorerUrl: string;
  readonly session: { readonly idleSeconds: number; readonly maxSeconds: number };
  readonly captcha: { readonly ttlSeconds: number; readonly fixedCode: string | undefined };
  readonly login: { readonly maxFailures: number; readonly lockSeconds: number };
  /** Calls of the console's API, of signing in, and signed ones of a client; 0 switches a limit off. */
  readonly ratePerMinute: { readonly calls: number; readonly login: number; readonly intake: number };
  /** A body of which nothing comes for so long is ended. */
  readonly bodyIdleSeconds: number;
  /** Bodies under way at a time; 0 switches a bound off. */
  readonly uploadsAtOnce: { readonly perClient: number; readonly perOperator: number; readonly perAddress: number };
  readonly trustProxy: boolean;
  readonly demo: boolean;
  /** Every stored object is hashed again within the cycle, as far as the rate of one server allows. */
  readonly sweep: { readonly bytesPerSecond: number; readonly cycleDays: number };
  /** Who presents it may read /metrics from elsewhere. */
  readonly metricsToken: string | undefined;
  /** Of workbooks that are sent; see export-desk. */
  readonly exports: { readonly waitMs: number; readonly stallMs: number; readonly spoolBytes: number };
  /** How long the intake waits for a storage that takes no bytes and says nothing. */
  readonly storageWaitSeconds: number;
  /** The largest file of an evidence. */
  readonly evidenceMaxBytes: number;
  /** The largest Android package. */
  readonly apkMaxBytes: number;
  /** A recording of which nothing comes for so long is cancelled. */
  readonly recordingUploadHours: number;
  /** An upload whose length nobody told is taken for whole when nothing more comes for so long. */
  readonly recordingRestSeconds: number;
  readonly captures: CaptureConfig;
  /** Whoever did the first review of an invoice may not issue it. */
  readonly invoiceFourEyes: boolean;
  readonly prices: Prices;
  /** How long an operator who works on an application keeps it from the others. */
  readonly claimSeconds: number;
  /** What the office is called in the numbers of its documents. */
  readonly notarialWord: string;
  readonly holidays: Holidays;
}

export interface TimestampConfig {
  readonly url: string | undefined;
  /** A PEM file of the roots that it must lead to. */
  readonly rootsFile: string | undefined;
  /** Between two turns, of at most `turnRequests` requests each. */
  readonly intervalSeconds: number;
  readonly turnRequests: number;
  readonly ofEvidence: boolean;
  /** How far its clock may be from ours. */
  readonly toleranceSeconds: number;
}

/** How web pages are captured, and the limits of one capture. */
export interface CaptureConfig {
  /** Whether the server runs a worker beside itself. */
  readonly worker: boolean;
  /** Private, loopback and link-local addresses may be captured too. */
  readonly allowPrivate: boolean;
  /** Browsers of one worker. */
  readonly atOnce: number;
  /** A worker that does not renew its lease for so long counts as gone. */
  readonly leaseSeconds: number;
  readonly navigationSeconds: number;
  /** From the browser's start to the last file. */
  readonly maxSeconds: number;
  /** Of everything that the page loads. */
  readonly maxBytes: number;
  /** Of all processes of the browser together. */
  readonly maxMemoryBytes: number;
  /** Captures run as root in production too, where Chromium has no sandbox. */
  readonly withoutSandbox: boolean;
  readonly maxRequests: number;
  /** In CSS pixels; the picture of a longer page ends there. */
  readonly maxHeight: number;
}

/** Evidence and online evidence in points; the rest in fen. */
export interface Prices {
  readonly evidence: number;
  readonly web: number;
  readonly process: number;
  readonly move: number;
  readonly pointFen: number;
  readonly notarizationFen: number;
  readonly notarizationPieceFen: number;
}

/** Reads the environment. @throws StartupError that names the variable at fault. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`environment variable ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'invalid'}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (production && values.CAPTCHA_FIXED_CODE !== undefined) {
    throw new StartupError('CAPTCHA_FIXED_CODE is for tests; the server does not start with it when NODE_ENV=production');
  }
  if (production && values.DEMO === '1')
    throw new StartupError('DEMO=1 makes accounts with a known password; it is refused when NODE_ENV=production');
  if ((values.CHAIN_RPC_URL === undefined) !== (values.CHAIN_KEY === undefined))
    throw new StartupError('CHAIN_RPC_URL and CHAIN_KEY belong together: set both or none');
  if (values.TSA_EVIDENCE && values.TSA_URL === undefined) throw new StartupError('TSA_EVIDENCE=1 needs an authority: set TSA_URL');
  const holidays = readHolidays(values.HOLIDAYS);
  if (!holidays)
    throw new StartupError('environment variable HOLIDAYS: must be days such as 2026-10-01..2026-10-07 (free) and +2026-10-10 (worked)');
  if ((values.PREVIEW_HOST_FROM === undefined) !== (values.PREVIEW_HOST_TO === undefined))
    throw new StartupError('PREVIEW_HOST_FROM and PREVIEW_HOST_TO belong together: set both or none');
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    postgresBin: values.POSTGRES_BIN,
    storageUrl: values.STORAGE_URL,
    publicUrl: values.PUBLIC_URL,
    office: { name: values.OFFICE_NAME, keyPassword: values.OFFICE_KEY_PASSWORD, noticeDays: values.OFFICE_CERTIFICATE_NOTICE_DAYS },
    previewSwap:
      values.PREVIEW_HOST_FROM === undefined || values.PREVIEW_HOST_TO === undefined
        ? null
        : { fromHost: values.PREVIEW_HOST_FROM, toOrigin: new URL(`https://${values.PREVIEW_HOST_TO}`).origin },
    log: { origin: values.LOG_ORIGIN, intervalSeconds: values.LOG_INTERVAL_SECONDS, publicEntries: values.LOG_PUBLIC_ENTRIES },
    timestamps: {
      url: values.TSA_URL,
      rootsFile: values.TSA_ROOTS,
      intervalSeconds: values.TSA_INTERVAL_SECONDS,
      turnRequests: values.TSA_TURN_REQUESTS,
      ofEvidence: values.TSA_EVIDENCE,
      toleranceSeconds: values.TSA_TOLERANCE_SECONDS,
    },
    chain:
      values.CHAIN_RPC_URL === undefined || values.CHAIN_KEY === undefined
        ? null
        : {
            rpcUrl: values.CHAIN_RPC_URL,
            key: values.CHAIN_KEY,
            confirmations: values.CHAIN_CONFIRMATIONS,
            intervalSeconds: values.CHAIN_INTERVAL_SECONDS,
            maxFeeGwei: values.CHAIN_MAX_FEE_GWEI,
          },
    explorerUrl: values.EXPLORER_URL ?? '/explorer/search?q={hash}',
    session: { idleSeconds: values.SESSION_IDLE_SECONDS, maxSeconds: values.SESSION_MAX_SECONDS },
    captcha: { ttlSeconds: values.CAPTCHA_TTL_SECONDS, fixedCode: values.CAPTCHA_FIXED_CODE },
    login: { maxFailures: values.LOGIN_MAX_FAILURES, lockSeconds: values.LOGIN_LOCK_SECONDS },
    ratePerMinute: { calls: values.RATE_LIMIT_PER_MINUTE, login: values.LOGIN_RATE_PER_MINUTE, intake: values.INTAKE_RATE_PER_MINUTE },
    bodyIdleSeconds: values.BODY_IDLE_SECONDS,
    uploadsAtOnce: {
      perClient: values.UPLOADS_PER_CLIENT,
      perOperator: values.UPLOADS_PER_OPERATOR,
      perAddress: values.UPLOADS_PER_ADDRESS,
    },
    trustProxy: values.TRUST_PROXY,
    demo: values.DEMO === undefined ? !production : values.DEMO === '1',
    sweep: { bytesPerSecond: values.SWEEP_BYTES_PER_SECOND, cycleDays: values.SWEEP_CYCLE_DAYS },
    metricsToken: values.METRICS_TOKEN,
    exports: {
      waitMs: values.EXPORT_WAIT_SECONDS * 1000,
      stallMs: values.EXPORT_STALL_SECONDS * 1000,
      spoolBytes: values.EXPORT_SPOOL_BYTES,
    },
    storageWaitSeconds: values.STORAGE_WAIT_SECONDS,
    evidenceMaxBytes: values.EVIDENCE_MAX_BYTES,
    apkMaxBytes: values.APK_MAX_BYTES,
    recordingUploadHours: values.RECORDING_UPLOAD_HOURS,
    recordingRestSeconds: values.RECORDING_REST_SECONDS,
    captures: {
      worker: values.CAPTURE_WORKER,
      allowPrivate: values.CAPTURE_ALLOW_PRIVATE,
      atOnce: values.CAPTURE_AT_ONCE,
      leaseSeconds: values.CAPTURE_LEASE_SECONDS,
      navigationSeconds: values.CAPTURE_NAVIGATION_SECONDS,
      maxSeconds: values.CAPTURE_MAX_SECONDS,
      maxBytes: values.CAPTURE_MAX_BYTES,
      maxMemoryBytes: values.CAPTURE_MAX_MEMORY_BYTES,
      withoutSandbox: values.CAPTURE_WITHOUT_SANDBOX,
      maxRequests: values.CAPTURE_MAX_REQUESTS,
      maxHeight: values.CAPTURE_MAX_HEIGHT,
    },
    invoiceFourEyes: values.INVOICE_FOUR_EYES,
    prices: {
      evidence: values.PRICE_EVIDENCE,
      web: values.PRICE_WEB,
      process: values.PRICE_PROCESS,
      move: values.PRICE_MOVE,
      pointFen: values.PRICE_POINT_FEN,
      notarizationFen: values.PRICE_NOTARIZATION_FEN,
      notarizationPieceFen: values.PRICE_NOTARIZATION_PIECE_FEN,
    },
    claimSeconds: values.NOTARIZATION_CLAIM_SECONDS,
    notarialWord: values.NOTARIAL_WORD,
    holidays,
  };
}
