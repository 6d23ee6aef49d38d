import type { Config } from '../../../platform/runtime/config.ts';

/**
 * Whether captures run as root. Chromium has no sandbox as root, so code that breaks out of the browser would be root. Refused in
 * production unless the configuration allows it.
 */
export type RootRule = 'not root' | 'refused' | 'without sandbox';

export function rootRule(
  { production, captures }: { readonly production: boolean; readonly captures: Pick<Config['captures'], 'withoutSandbox'> },
  uid = process.getuid?.(),
): RootRule {
  if (uid !== 0) return 'not root';
  return production && !captures.withoutSandbox ? 'refused' : 'without sandbox';
}

/** Warnings for the administrator; null if there is nothing to report. */
export const rootWarnings: Record<RootRule, string | null> = {
  'not root': null,
  refused:
    'Web captures wait: Chromium has no sandbox as root, so that a page which breaks out of it would be root. ' +
    'Run the server, or the worker alone (CAPTURE_WORKER=0, npm run worker), as another user, or set CAPTURE_WITHOUT_SANDBOX=1.',
  'without sandbox':
    'WARNING: web captures run as root, and so without the sandbox of Chromium: ' +
    'a page that breaks out of the browser is root on this machine. Run the server, or the worker alone, as another user.',
};
