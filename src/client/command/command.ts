import { parseArgs } from 'node:util';
import type { PublishedKeys } from '../../contract/open/published-keys.ts';
import type { NotaryClient } from '../client.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Exit codes. The README of the package lists them. */
export const exitCodes = {
  /** Done; for `verify`: the package is whole and belongs to the given keys. */
  done: 0,
  /** The office refused, the awaited operation failed, or a package does not verify. */
  refused: 1,
  /** The result is unknown, or not known yet. */
  undetermined: 2,
  /** The server did not answer. */
  unreachable: 3,
  /** The command line, a file that it names, or the settings are wrong. */
  usage: 4,
  /** A defect of this program. */
  fault: 5,
  /** Interrupted before it was done. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Retry time of commands that send large files or never end. */
export const patientMs = 120_000;

/** A command of the program. */
export interface Command {
  readonly name: string;
  /** Arguments, as the help shows them after the name: first the one without an option, in capitals. */
  readonly usage: string;
  readonly summary: string;
  /** How long to retry while the server does not answer; default 10 seconds, because somebody waits at the terminal. */
  readonly retryForMs?: number;
  /** The command runs until it is interrupted, and that counts as done. */
  readonly isEndless?: boolean;
  run(context: Context): Promise<ExitCode>;
}

/** The environment of a command; tests supply their own. */
export interface Context {
  readonly command: Pick<Command, 'name' | 'usage'>;
  /** The arguments after the command's name, without `--json`. */
  readonly words: readonly string[];
  readonly isJson: boolean;
  settings(): Promise<Settings>;
  client(): Promise<NotaryClient>;
  /** The keys that the office publishes, for which no account is needed. */
  publishedKeys(): Promise<PublishedKeys>;
  /** Prints one result to standard output: under `--json` the value as one line of JSON, else the text. */
  print(value: unknown, text: string): void;
  /** Prints a remark to standard error, for the person at the terminal. */
  note(text: string): void;
  /** Overwrites the last line of standard error; null if that is not a terminal. */
  readonly draw: ((line: string) => void) | null;
  /** Aborts a command that runs until it is interrupted. */
  readonly signal: AbortSignal;
}

/** Parses options with a value, repeatable options, flags, and the argument that the usage begins with, if it does. @throws UsageError */
export function readWords<const Value extends string = never, const List extends string = never, const Flag extends string = never>(
  { command, words }: Pick<Context, 'command' | 'words'>,
  { values = [], lists = [], flags = [] }: { values?: readonly Value[]; lists?: readonly List[]; flags?: readonly Flag[] } = {},
) {
  const parsed = parsedWords(words, {
    ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const, ...shortOf(name) }])),
    ...Object.fromEntries(lists.map((name) => [name, { type: 'string' as const, multiple: true }])),
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
  });
  const argument = /^[A-Z]+/.exec(command.usage)?.[0];
  if (parsed.positionals.length !== (argument === undefined ? 0 : 1))
    throw new UsageError(`notary ${command.name} takes ${argument === undefined ? 'no arguments' : `one argument: ${argument}`}`);
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

/** `-o FILE`, as in other programs. */
function shortOf(name: string): { short?: string } {
  return name === 'output' ? { short: 'o' } : {};
}

/** Parses an option that is a whole number. @throws UsageError */
export function wholeNumber(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number`);
  return Number(text);
}
