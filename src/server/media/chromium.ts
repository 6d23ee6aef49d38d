import places from './chromium-places.json';

/** Where a Chromium or Chrome may be: the configured one alone, or the usual places. `scripts/browser.mjs` reads the same list. */
export function chromiumCandidates(env: NodeJS.ProcessEnv): string[] {
  return env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : places;
}
