import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import type { CaptureDevice } from '../../../../domain/business/rules/capture.ts';
import type { ProcessTree } from './process-tree.ts';

/** Starts a browser for one capture: with a fresh profile, one way out, and no background activity. */
export async function launchBrowser(
  executablePath: string,
  profileFolder: string,
  { proxy, device, version, downloads }: LaunchOptions,
): Promise<BrowserContext> {
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
    ...contextOptions(device, version),
    ...(downloads !== null && { acceptDownloads: true, downloadsPath: downloads }),
  });
  // Grants no permission, so that no prompt waits for an answer.
  await context.grantPermissions([]);
  return context;
}

interface LaunchOptions {
  readonly proxy: string;
  readonly device: CaptureDevice;
  readonly version: string;
  /** The folder for downloads; null if they are refused. */
  readonly downloads: string | null;
}

/** How pages are displayed, in a capture and in its replay. */
export function contextOptions(device: CaptureDevice, version: string) {
  return { ...shared, ...(device === 'mobile' ? mobileOptions(version) : { viewport: { width: 1366, height: 900 } }) };
}

/** As Chrome on Android. @param version of the browser, such as `Chromium 130.0.6723.58`. */
function mobileOptions(version: string) {
  const major = /(\d+)\./.exec(version)?.[1] ?? '130';
  return {
    viewport: mobileWindow,
    deviceScaleFactor: densities.mobile,
    isMobile: true,
    hasTouch: true,
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`,
  };
}

/** Pixels of a picture for each CSS pixel. */
export const densities: Readonly<Record<CaptureDevice, number>> = { desktop: 1, mobile: 3 };

/**
 * A session for a page's pictures. The browser draws a picture by the screen of the session that asks for it, so this one states the
 * device again: otherwise the page has one pixel for each CSS pixel while its picture is drawn. Source: Chromium, PageHandler.
 */
export async function pictureSession(context: BrowserContext, page: Page, device: CaptureDevice): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  if (device === 'desktop') return session;
  const { width, height } = mobileWindow;
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: densities.mobile,
    mobile: true,
  });
  return session;
}

const mobileWindow = { width: 390, height: 844 };

const shared = {
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
  // A frame of another site would run in a process of its own, which draws only what lies near the window. The profile holds no secrets.
  '--disable-site-isolation-trials',
  // WebRTC would send datagrams past the relay.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];
const launchMs = 60_000;
const closeMs = 8_000;
const closePagesMs = 1_000;

/** Keeps our own variables (keys, database addresses) out of the browser's environment. */
function environment(home: string): Record<string, string> {
  // A locale that is not installed would make the browser lose Chinese names of files; C.UTF-8 always is. Fonts are chosen by FC_LANG then.
  const locale = { LANG: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN', LC_ALL: 'C.UTF-8', FC_LANG: 'zh-cn' };
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TZ: 'Asia/Shanghai', ...locale };
}
