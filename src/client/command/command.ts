import { parseArgs } from 'node:util';
import type { NotaryClient } from '../client.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** How the command ends. The README of the package lists them. */
export const exitCodes = {
  /** Done; of `verify`: the package is whole, and of the keys that were given. */
  done: 0,
  /** The office refused, what was waited for failed, or a package is not what it says. */
  refused: 1,
  /** It cannot be told, or not yet. */
  undetermined: 2,
  /** The server does not answer. */
  unreachable: 3,
  /** The command, a file that it names, or the settings are wrong. */
  usage: 4,
  /** A fault of this program. */
  fault: 5,
  /** Told to end before it was done. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Of commands that send much, or go on without an end. */
export const patientMs = 120_000;

/** One command as a value. */
export interface Command {
  readonly name: string;
  /** What stands behind the name. */
  readonly usage: string;
  readonly summary: string;
  /** How long a server that does not answer is asked again; 10 seconds unless given: somebody sits before the terminal. */
  readonly retryForMs?: number;
  /** It goes on until it is told to end, and is done then. */
  readonly isEndless?: boolean;
  run(context: Context): Promise<ExitCode>;
}

/** What a command works with; tests bring their own. */
export interface Context {
  /** The words behind the command's name, `--json` left out. */
  readonly words: readonly string[];
  readonly isJson: boolean;
  settings(): Promise<Settings>;
  client(): Promise<NotaryClient>;
  /** One answer on standard output: the value as one line of JSON under `--json`, else the text. */
  print(value: unknown, text: string): void;
  /** A remark on the error output, for whoever looks on. */
  note(text: string): void;
  /** Draws over the last line of the error output; null where that is no terminal. */
  readonly draw: ((line: string) => void) | null;
  /** Ends what goes on without an end. */
  readonly signal: AbortSignal;
}

/** Reads options with values, options that repeat, flags, and exactly `count` words beside them. @throws UsageError */
export function readWords<const Value extends string = never, const List extends string = never, const Flag extends string = never>(
  { words }: Pick<Context, 'words'>,
  count: number,
  { values = [], lists = [], flags = [] }: { values?: readonly Value[]; lists?: readonly List[]; flags?: readonly Flag[] } = {},
) {
  const parsed = parsedWords(words, {
    ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const, ...shortOf(name) }])),
    ...Object.fromEntries(lists.map((name) => [name, { type: 'string' as const, multiple: true }])),
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
  });
  if (parsed.positionals.length !== count) throw new UsageError(`${count} ${count === 1 ? 'word is' : 'words are'} wanted here`);
  const given: Readonly<Record<string, unknown>> = parsed.values;
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined);
  const textsOf = (name: string) => (Array.isArray(given[name]) ? given[name].map(String) : undefined);
  return {
    positionals: parsed.positionals,
    value: (name: Value) => textOf(name),
    list: (name: List) => textsOf(name),
    flag: (name: Flag) => given[name] === true,
  };
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function parsedWords(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: options ?? {} });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** `-o FILE`, as everywhere. */
function shortOf(name: string): { short?: string } {
  return name === 'output' ? { short: 'o' } : {};
}

/** A whole number of an option. @throws UsageError */
export function wholeNumber(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number`);
  return Number(text);
}
