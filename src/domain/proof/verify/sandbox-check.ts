import { isSandboxLog, sandboxWords } from '../evidence/sandbox.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, type Line } from './line.ts';

/**
 * Checks whether a package comes from a sandbox and so proves nothing. A file in the package says so, and so does the log's name. Removing
 * the file does not help a forger: the name is in each checkpoint and in the key, and signatures cover it.
 * @param origins of the log used for verification and of its checkpoint. @param isAllowed true while someone tries out a sandbox.
 * @returns the lines to print; empty for any other package.
 */
export function checkSandbox(small: ReadonlyMap<string, Uint8Array>, origins: readonly (string | undefined)[], isAllowed: boolean): Line[] {
  const text = (name: string): string => decodeLossy(small.get(name));
  const isOfLog = [text(names.checkpoint).split('\n')[0], text(names.logKey).split('+')[0], ...origins].some((origin) =>
    isSandboxLog(origin ?? ''),
  );
  const files = [...(small.has(names.sandbox) ? [names.sandbox] : []), ...(isOfLog ? [names.checkpoint] : [])];
  return files.map((name) => (isAllowed ? notRun : failed)(label, name, sandboxWords));
}

const label = '由正式环境出具';
