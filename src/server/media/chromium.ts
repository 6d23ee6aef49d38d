import { access, constants } from 'node:fs/promises';
import places from './chromium-places.json';

/** Where a Chromium or Chrome may be: the configured one alone, or the usual places. `scripts/browser.mjs` reads the same list. */
export function chromiumCandidates(env: NodeJS.ProcessEnv): string[] {
  return env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : places;
}

/** The first of them that can be run, or null. */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const path of chromiumCandidates(env)) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}
