/** Where a Chromium or Chrome may be, the configured one first. */
export function chromiumCandidates(env: NodeJS.ProcessEnv): string[] {
  const names = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return env['CHROMIUM_PATH'] ? [env['CHROMIUM_PATH']] : names;
}
