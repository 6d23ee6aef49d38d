import { version } from '../../../package.json';

/** Which program this is. */
export interface Build {
  /** Of package.json. */
  readonly version: string;
  /** That it was built from, twelve digits, `-dirty` where the sources were not quite those; null for a build without git. */
  readonly commit: string | null;
}

/** Set by the bundler (vite.server.config.ts); what runs from the sources has none. */
declare const BUILT_COMMIT: string | undefined;

export const build: Build = { version, commit: typeof BUILT_COMMIT === 'string' && BUILT_COMMIT !== '' ? BUILT_COMMIT : null };

/** `1.1.0 (0123456789ab)`, or the version alone. */
export function buildText({ version: number, commit }: Build = build): string {
  return commit === null ? number : `${number} (${commit})`;
}

/**
 * For the first words of a command: prints the version where that is asked for, and ends. Read before any setting, which may be what is
 * wrong.
 */
export function printVersionIfAsked(words: readonly string[] = process.argv.slice(2)): void {
  if (words[0] !== '--version') return;
  process.stdout.write(`${buildText()}\n`);
  process.exit(0);
}
