import { z } from 'zod';
import { flag, optional, secondsAsMs, text, webAddress, whole } from './forms.ts';
import { Setting } from './setting.ts';

/** What a server uses without DATA_DIR. Commands make no new installation there. */
export const defaultDataDir = './data';

/** A host with an optional port. */
const hostForm = /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/;

/** Settings of the process: addresses, data, logging and traces. */
export const serverSettings = {
  /** True for `production`, which refuses settings meant for tests and demos. */
  production: new Setting(
    'NODE_ENV',
    z
      .string()
      .default('development')
      .transform((value) => value === 'production'),
  ),
  port: whole('PORT', 8080, { min: 0, max: 65_535 }),
  host: text('HOST', '127.0.0.1'),
  dataDir: text('DATA_DIR', defaultDataDir),
  /** The folder of the system's own PostgreSQL programs, to run instead of the embedded ones. */
  postgresBin: optional('POSTGRES_BIN', z.string()),
  databaseUrl: optional('DATABASE_URL', z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
  database: {
    /** A standby of `databaseUrl` that serves lists and exports. */
    readUrl: optional('DATABASE_READ_URL', z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
    readLagMs: secondsAsMs('DATABASE_READ_LAG_SECONDS', 5, { max: 3600 }),
  },
  /** Parsed by `readStorageUrl` (installation/storage-url.ts). */
  storageUrl: optional('STORAGE_URL', z.string().regex(/^s3:\/\//, 'must start with s3://')),
  /** The default place of the commands `backup` and `drill`: a folder or s3://…; only these commands read it. */
  backupPlace: optional('BACKUP_PLACE', z.string()),
  publicUrl: optional('PUBLIC_URL', z.url()),
  /** The storage host in old addresses of mobile previews, and the host to which its files were moved. */
  previewHosts: {
    from: optional('PREVIEW_HOST_FROM', z.string().toLowerCase().regex(hostForm, 'must be a host, such as oss.example.com')),
    to: optional('PREVIEW_HOST_TO', z.string().toLowerCase().regex(hostForm, 'must be a host, such as cos.example.com')),
  },
  trustProxy: flag('TRUST_PROXY', false),
  /** How long a server continues running requests after it is told to stop. */
  drainSeconds: whole('DRAIN_SECONDS', 30, { min: 0, max: 3600 }),
  logging: {
    /** The least level that is logged; `info` includes a line for each call. */
    level: new Setting('LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn')),
    /** The format of lines of the start and of jobs; lines of calls are always JSON. */
    format: new Setting('LOG_FORMAT', z.enum(['text', 'json']).default('text')),
  },
  /** The receiver of traces; none if both are unset. The library reads the other OpenTelemetry variables itself. */
  traces: {
    /** Base address; traces are sent to `/v1/traces` below it. */
    endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', webAddress),
    /** The full address, which takes precedence over `endpoint`. */
    address: optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', webAddress),
  },
  /** The token that allows reading /metrics from other machines. */
  metricsToken: optional('METRICS_TOKEN', z.string().min(16, 'must have at least 16 characters')),
  /** Whether a new database gets the demo data; by default, except in production. */
  demo: optional('DEMO', z.enum(['0', '1'])),
  /** Whether every page shows its viewer's name as a watermark; by default, in production. */
  watermark: optional('WATERMARK', z.enum(['0', '1'])),
};
