import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import type { ProcessTree } from './process-tree.ts';

/** Starts a browser for one capture: with a fresh profile, one way out, and no background activity. */
export async function launchBrowser(executablePath: string, profileFolder: string, proxy: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profileFolder, {
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    // Playwright bypasses the browser's own name lookup, and sends loopback through the relay too.
    proxy: { server: proxy },
    args: flags,
    env: environment(profileFolder),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: launchMs,
    ...contextOptions,
  });
  // Grants no permission, so that no prompt waits for an answer.
  await context.grantPermissions([]);
  return context;
}

/** How pages are displayed, in a capture and in its replay. */
export const contextOptions = {
  viewport: { width: 1366, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  // A service worker could answer what the site did not.
  serviceWorkers: 'block',
  acceptDownloads: false,
} as const;

/** Closes all pages of a context. Does not wait longer than `closePagesMs`: a page that does not close is left open. */
export async function closePages(context: BrowserContext): Promise<void> {
  const closed = Promise.all(context.pages().map((page) => page.close().catch(() => undefined)));
  await Promise.race([closed, sleep(closePagesMs)]);
}

/** Closes a browser. One that does not close in time is killed, so that a hanging browser cannot block a worker for ever. */
export async function closeBrowser(context: BrowserContext, tree: ProcessTree): Promise<void> {
  const closed = context.close().then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([closed, sleep(closeMs, false)]))) await tree.kill();
}

/**
 * Repeats the features that Playwright disables, because Chromium honours only the last of two such switches (launch.test.ts compares the
 * lists). Adds two processes that Chromium starts for visible windows only, the omnibox suggestions and a spare renderer: together they
 * take a third of a capture's CPU.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // Added by this program.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];
/** The switch that disables them; for every headless Chromium. */
export const featuresOff = `--disable-features=${disabledFeatures.join(',')}`;
const flags = [
  featuresOff,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  // WebRTC would send datagrams past the relay.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];
const launchMs = 30_000;
const closeMs = 8_000;
const closePagesMs = 1_000;

/** Keeps our own variables (keys, database addresses) out of the browser's environment. */
function environment(home: string): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai' };
}
