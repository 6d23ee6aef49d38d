import { access, constants } from 'node:fs/promises';
import places from './chromium-places.json';

/**
 * A Chromium or Chrome that can be run: only the configured one if there is one, else the first of the usual paths; null if none is
 * executable.
 * `scripts/tools/browser.mjs` reads the same list.
 */
export async function findChromium(configured: string | undefined): Promise<string | null> {
  for (const path of configured ? [configured] : places) if (await isExecutable(path)) return path;
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
