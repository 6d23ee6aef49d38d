import { faultWords } from '../runtime/fault-words.ts';
import { withoutPersonal } from './personal.ts';
import { spanFields } from './tracing.ts';

export type LogFormat = 'text' | 'json';
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug';

/**
 * Lines that are of no call: of the start, of jobs, of the database. For a terminal, or as JSON in the form of a call's lines. What failed
 * may quote what it met; the words of a start are this program's own.
 */
export function processLog({ format, level: least }: LogSettings, write: (line: string, level: string) => void = toStream) {
  const told = levelsTold[least];
  return (level: OwnLevel, text: string): void => {
    if (!told.includes(level)) return;
    const msg = level === 'error' ? withoutPersonal(text) : text;
    write(`${format === 'text' ? msg : JSON.stringify({ level, time: new Date().toISOString(), ...spanFields(), msg })}\n`, level);
  };
}

interface LogSettings {
  readonly format: LogFormat;
  readonly level: LogLevel;
}
type OwnLevel = Exclude<LogLevel, 'debug' | 'fatal'>;

/** Where the server is reached is told unless somebody asks for errors alone. */
const everything: readonly OwnLevel[] = ['error', 'warn', 'info'];
const levelsTold: Readonly<Record<LogLevel, readonly OwnLevel[]>> = {
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

/** What an error tells the log. A database says in `detail` and `where` which values it was given: these are left out. */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack, cause } = error;
  const known = error as { readonly code?: unknown; readonly constraint?: unknown; readonly table?: unknown };
  // Class 22 of SQLSTATE quotes the value that did not fit.
  const words = typeof known.code === 'string' && /^22[0-9A-Z]{3}$/.test(known.code) ? message.replaceAll(/"[^"]*"/g, '"…"') : message;
  const why = faultWords(error);
  const told = { code: known.code, constraint: known.constraint, table: known.table };
  return {
    type: name,
    message: words,
    stack: (stack ?? '').replace(message, () => words),
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => typeof value === 'string' || typeof value === 'number')),
    ...(why === null ? {} : { why }),
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(errorFields) } : {}),
  };
}
