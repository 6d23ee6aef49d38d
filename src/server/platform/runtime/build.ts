import { version } from '../../../../package.json';

/** The version of this program. */
export interface Build {
  /** From package.json. */
  readonly version: string;
  /** The first twelve digits of the commit, with `-dirty` if the sources differed from it; null for a build without git. */
  readonly commit: string | null;
}

/** Set by the bundler (vite.server.config.ts); undefined when run from the sources. */
declare const BUILT_COMMIT: string | undefined;

export const build: Build = { version, commit: typeof BUILT_COMMIT === 'string' && BUILT_COMMIT !== '' ? BUILT_COMMIT : null };

/** `1.1.0 (0123456789ab)`, or only the version without a commit. */
export function buildText({ version: number, commit }: Build = build): string {
  return commit === null ? number : `${number} (${commit})`;
}

/**
 * Prints the version and exits if the first argument is `--version`. Must run before the settings are read, since they may be faulty.
 */
export function printVersionIfAsked(words: readonly string[] = process.argv.slice(2)): void {
  if (words[0] !== '--version') return;
  process.stdout.write(`${buildText()}\n`);
  process.exit(0);
}
