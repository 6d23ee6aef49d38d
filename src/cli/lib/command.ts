import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import type { Config } from '../../server/platform/runtime/config.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Actor } from '../../server/desk/trail/trail.ts';

/** A command of the admin tool. */
export interface Command extends Named {
  run(context: { db: Database; pool: Pool; args: string[]; config: Config }): Promise<Result>;
}
/** A command that needs the data folder for itself and opens it in its own way. */
export interface StandaloneCommand extends Named {
  runStandalone(context: { args: string[]; config: Config }): Promise<Result>;
}
interface Named {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly alwaysJson?: boolean;
}
export interface Result {
  readonly value: unknown;
  readonly text: string;
  /** The command ran, but what it found is bad: exit 1. */
  readonly failed?: boolean;
}

/** A mistake of the caller, reported in one line. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Parses `--name value` options, `--flag` flags and at most `words` words without a name.
 * @throws CommandError for an unknown option, and for a word too many.
 */
export function options<const Name extends string>(args: string[], names: readonly Name[], flags: readonly string[] = [], words = 0) {
  try {
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries([
        ...names.map((name) => [name, { type: 'string' as const }]),
        ...flags.map((name) => [name, { type: 'boolean' as const }]),
      ]),
    });
    const surplus = parsed.positionals[words];
    if (surplus !== undefined) throw new RangeError(`"${surplus}" is a word too many`);
    const values: Record<string, unknown> = parsed.values;
    const given = Object.fromEntries(names.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : [])));
    return {
      values: given as Partial<Record<Name, string>>,
      flags: new Set(flags.filter((name) => values[name] === true)),
      positionals: parsed.positionals,
    };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Actor that the trail records for a command: the operating system account that ran it. */
export const commandActor: Actor = {
  kind: 'command',
  id: String(process.getuid?.() ?? ''),
  name: process.env['USER'] ?? 'admin command',
  ip: '',
};
