import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright-core';
import type { ProcessTree } from './process-tree.ts';

/** A browser of its own for one capture: a fresh profile, one way out, nothing that it does by itself. */
export async function launchBrowser(executablePath: string, profileFolder: string, proxy: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profileFolder, {
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    // Playwright makes names unknown to the browser itself, and sends loopback through the relay too.
    proxy: { server: proxy },
    args: flags,
    env: environment(profileFolder),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: launchMs,
    ...contextOptions,
  });
  // Nothing is granted to anybody: no prompt waits for an answer.
  await context.grantPermissions([]);
  return context;
}

/** How pages are shown, in a capture as in its replay. */
export const contextOptions = {
  viewport: { width: 1366, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  // A service worker could answer what the site did not.
  serviceWorkers: 'block',
  acceptDownloads: false,
} as const;

/** Closes all pages of a context. One that does not end is left behind: others do not wait for it. */
export async function closePages(context: BrowserContext): Promise<void> {
  const closed = Promise.all(context.pages().map((page) => page.close().catch(() => undefined)));
  await Promise.race([closed, sleep(closePagesMs)]);
}

/** Closes a browser. One that does not end by itself is killed: a hanging browser must not hold a worker for ever. */
export async function closeBrowser(context: BrowserContext, tree: ProcessTree): Promise<void> {
  const closed = context.close().then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([closed, sleep(closeMs, false)]))) await tree.kill();
}

/**
 * What Playwright switches off, for of two such switches the browser hears the last alone (launch.test.ts compares them); then two
 * processes that the browser starts for windows that nobody sees, the suggestions under its address bar and a spare page: a third of a
 * capture's CPU.
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
  // Ours.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];
/** The switch that says so; for every Chromium that nobody looks at. */
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

/** Nothing of ours (keys, addresses of databases) is in the browser's environment. */
function environment(home: string): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai' };
}
