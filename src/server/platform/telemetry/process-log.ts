import { faultWords } from '../runtime/faults.ts';
import { withoutPersonal } from './personal.ts';
import { spanFields } from './tracing.ts';

export type LogFormat = 'text' | 'json';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug';

/**
 * The log of what belongs to no call: the start, jobs, the database. Lines are plain text, or JSON in the format of the lines of calls.
 * Personal data is removed from errors, which may quote their input; other lines contain only this program's own text.
 */
export function processLog({ format, level: least }: LogSettings, write: (line: string, level: string) => void = toStream) {
  const enabled = enabledLevels[least];
  return (level: OwnLevel, text: string): void => {
    if (!enabled.includes(level)) return;
    const msg = level === 'error' ? withoutPersonal(text) : text;
    write(`${format === 'text' ? msg : JSON.stringify({ level, time: new Date().toISOString(), ...spanFields(), msg })}\n`, level);
  };
}

interface LogSettings {
  readonly format: LogFormat;
  readonly level: LogLevel;
}
type OwnLevel = Exclude<LogLevel, 'debug' | 'fatal'>;

/** `warn` includes `info` lines, so that the start's line with the server's address is hidden only by `error` and `fatal`. */
const everything: readonly OwnLevel[] = ['error', 'warn', 'info'];
const enabledLevels: Readonly<Record<LogLevel, readonly OwnLevel[]>> = {
  fatal: [],
  error: ['error'],
  warn: everything,
  info: everything,
  debug: everything,
};

function toStream(line: string, level: string): void {
  (level === 'error' ? process.stderr : process.stdout).write(line);
}

interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [field: string]: unknown;
}

/** The fields of an error for the log. PostgreSQL's `detail` and `where` quote values and are left out. */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack, cause } = error;
  const known = error as { readonly code?: unknown; readonly constraint?: unknown; readonly table?: unknown };
  // Messages of SQLSTATE class 22 quote the invalid value.
  const words = typeof known.code === 'string' && /^22[0-9A-Z]{3}$/.test(known.code) ? message.replaceAll(/"[^"]*"/g, '"…"') : message;
  const why = faultWords(error);
  const fields = { code: known.code, constraint: known.constraint, table: known.table };
  return {
    type: name,
    message: words,
    stack: (stack ?? '').replace(message, () => words),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' || typeof value === 'number')),
    ...(why === null ? {} : { why }),
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(errorFields) } : {}),
  };
}
