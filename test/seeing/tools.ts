import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const ops = join(root, 'ops');

/** Programs of Debian's package `prometheus`; undefined where it is not installed, and what needs them is left out. */
export const promtool = programAt('promtool');
export const prometheus = programAt('prometheus');
/** Ends the names of tests that are skipped for it. */
export const missing = promtool && prometheus ? '' : ' (needs promtool and prometheus: apt-get install prometheus)';

function programAt(name: string): string | undefined {
  return ['/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path));
}
