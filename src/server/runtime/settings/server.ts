import { z } from 'zod';
import { flag, optional, secondsAsMs, text, webAddress, whole } from './forms.ts';
import { Setting } from './setting.ts';

/** A host, perhaps with a port. */
const hostForm = /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/;

/** Where the server listens, keeps its data, and is reached. */
export const serverSettings = {
  /** `production` refuses what is for tests and for trying out. */
  production: new Setting(
    'NODE_ENV',
    z
      .string()
      .default('development')
      .transform((value) => value === 'production'),
  ),
  port: whole('PORT', 8080, { min: 0, max: 65_535 }),
  host: text('HOST', '127.0.0.1'),
  dataDir: text('DATA_DIR', './data'),
  /** The folder of the system's own PostgreSQL programs, run in the place of the embedded ones. */
  postgresBin: optional('POSTGRES_BIN', z.string()),
  databaseUrl: optional('DATABASE_URL', z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
  database: {
    /** A standby of it, which lists and exports are read from. */
    readUrl: optional('DATABASE_READ_URL', z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
    readLagMs: secondsAsMs('DATABASE_READ_LAG_SECONDS', 5, { max: 3600 }),
  },
  /** Read by storage-url. */
  storageUrl: optional('STORAGE_URL', z.string().regex(/^s3:\/\//, 'must start with s3://')),
  /** Where `backup` and `drill` go when they are not told: a folder or s3://…; read by the commands alone. */
  backupPlace: optional('BACKUP_PLACE', z.string()),
  publicUrl: optional('PUBLIC_URL', z.url()),
  /** The storage host in old addresses of mobile previews, and the host that has its files now. */
  previewHosts: {
    from: optional('PREVIEW_HOST_FROM', z.string().toLowerCase().regex(hostForm, 'must be a host, such as oss.example.com')),
    to: optional('PREVIEW_HOST_TO', z.string().toLowerCase().regex(hostForm, 'must be a host, such as cos.example.com')),
  },
  trustProxy: flag('TRUST_PROXY', false),
  /** How long a server that is told to end goes on with what is under way. */
  drainSeconds: whole('DRAIN_SECONDS', 30, { min: 0, max: 3600 }),
  logging: {
    /** From which level on the log has a line; `info` has one for each call. */
    level: new Setting('LOG_LEVEL', z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn')),
    /** Lines of the start and of jobs; those of calls are always JSON. */
    format: new Setting('LOG_FORMAT', z.enum(['text', 'json']).default('text')),
  },
  /** Who takes traces; nobody where neither is named. The library reads the other variables of OpenTelemetry by itself. */
  traces: {
    /** They go to `/v1/traces` below it. */
    endpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', webAddress),
    /** The whole address, where it is another one. */
    address: optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', webAddress),
  },
  /** Who presents it may read /metrics from elsewhere. */
  metricsToken: optional('METRICS_TOKEN', z.string().min(16, 'must have at least 16 characters')),
  /** Whether a new database gets the demo data; without the variable, anywhere but in production. */
  demo: optional('DEMO', z.enum(['0', '1'])),
  /** Whether every page names who looks at it; without the variable, in production. */
  watermark: optional('WATERMARK', z.enum(['0', '1'])),
};
