import { isSandboxLog, sandboxWords } from '../evidence/sandbox.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import { looseText } from './loose-text.ts';
import { failed, notRun, type Line } from './line.ts';

/**
 * Whether a package is of a sandbox, and so proves nothing: it says so in a file of its own, or the log that signs for it does. Whoever
 * drops that file still has the name of the log, which stands in each checkpoint and in the key, and which signatures cover.
 * @param origins of the log that it is judged by, and of its checkpoint. @param isAllowed by who tries a sandbox out.
 * @returns the lines to print; none for any other package.
 */
export function checkSandbox(small: ReadonlyMap<string, Uint8Array>, origins: readonly (string | undefined)[], isAllowed: boolean): Line[] {
  const text = (name: string): string => looseText(small.get(name));
  const isOfLog = [text(names.checkpoint).split('\n')[0], text(names.logKey).split('+')[0], ...origins].some((origin) =>
    isSandboxLog(origin ?? ''),
  );
  const files = [...(small.has(names.sandbox) ? [names.sandbox] : []), ...(isOfLog ? [names.checkpoint] : [])];
  return files.map((name) => (isAllowed ? notRun : failed)(label, name, sandboxWords));
}

const label = '由正式环境出具';
