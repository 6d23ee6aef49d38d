import { setTimeout as sleep } from 'node:timers/promises';
import {
  chromium,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { findTool } from '../../scripts/tools/tools.mjs';
import { featuresOff } from '../../src/server/business/captures/browser/launch.ts';
import { runAdmin, type RunningServer } from '../installation/servers/running-server.ts';
import { startDemo } from './demo-server.ts';

/** Chromium as its users have it: for tests that print, or that need tabs in the background. */
export const wholeChromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Where Debian's package is installed: Chromium without a window system, the same engine for a third of the processor time. */
const headlessShell = findTool('chromium-headless-shell') ?? wholeChromium;

/** One browser of a kind per worker; its files run one after another. */
const launched = new Map<string, Promise<Browser>>();

export async function launch(executablePath = headlessShell): Promise<Browser> {
  const args = [
    featuresOff,
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const browser = await chromium.launch({ executablePath, args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] });
  // A crash fails only the test that used the browser, not the next ones.
  browser.once('disconnected', () => launched.delete(executablePath));
  return browser;
}

/** Runs in the page: passes every message of the console (`ui/toast.ts`) to `report`, in order of appearance. */
function watchMessages(): void {
  const { report } = window as unknown as { report: (text: string) => void };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes]))
      if (node instanceof HTMLElement && node.matches('.toast')) report(node.textContent);
  }).observe(document, { childList: true, subtree: true });
}

async function dataOf<Data>(asked: Promise<APIResponse>): Promise<Data> {
  const { code, data, message } = (await (await asked).json()) as { code: number; data: Data; message: string };
  if (code !== 200) throw new Error(message);
  return data;
}

/** An error, but for what Chromium says of `watchMessages` in a frame without scripts. */
function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith("Blocked script execution in 'about:srcdoc'");
}

/** Signs in by calls. */
async function takeIn(context: BrowserContext, url: string, account: { username: string; password: string }): Promise<void> {
  const { imgCodeToken } = await dataOf<{ imgCodeToken: string }>(context.request.get(`${url}/api/login/getImgCode`));
  const form = { ...account, imgCode: 'test', imgCodeToken };
  const { token } = await dataOf<{ token: string }>(context.request.post(`${url}/api/login/login`, { form }));
  await context.addCookies([{ name: 'token', value: encodeURIComponent(token), url, sameSite: 'Strict' }]);
}

/** Prints the content of a page for the reader of a failed test. */
async function tellPage(page: Page): Promise<void> {
  const shown = await Promise.race([page.locator('body').innerText(), sleep(20_000, '(no answer)', { ref: false })]).catch(String);
  const fields = await Promise.race([page.evaluate(fieldsInUse), sleep(20_000, '(no answer)', { ref: false })]).catch(String);
  console.error(`${page.url()} shows:\n${shown.slice(-2_000)}\nfields: ${fields}`);
}

/** Runs in the page: which fields contain how many characters, with the focused one marked. */
function fieldsInUse(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter((one) => one.value !== '');
  const fieldTexts = fields.map((one) => `${one.placeholder || one.name}: ${one.value.length} characters`);
  return [...fieldTexts, `focus: ${document.activeElement?.outerHTML.slice(0, 200) ?? 'none'}`].join('; ');
}

/** One server for a test file, and the worker's Chromium. */
export function browserInstallation(environment: Record<string, string> = {}, executablePath = headlessShell) {
  return pagesOf(() => startDemo(environment), executablePath);
}

/** For a file that only reads: the server of all such files, and the worker's Chromium. */
export function readingInstallation() {
  const { address, dataDir, unit } = inject('sharedDemo');
  const admin = (...args: string[]) => runAdmin(args, { ...process.env, NODE_ENV: '', DATA_DIR: dataDir }, unit);
  return pagesOf(async () => ({ address, admin, stop: async () => undefined }), headlessShell);
}

/** Each test gets pages with a context of its own. Messages of a page's console are recorded. */
function pagesOf<Server extends Pick<RunningServer, 'address'> & { stop(): Promise<unknown> }>(
  start: () => Promise<Server>,
  executablePath: string,
) {
  const installation = {} as { server: Server };
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const messages = new WeakMap<Page, string[]>();
  beforeAll(async () => {
    installation.server = await start();
    const launching = launched.get(executablePath) ?? launch(executablePath);
    launched.set(executablePath, launching);
    browser = await launching;
  });
  // Chromium sometimes never answers Target.disposeBrowserContext; such a context ends with its browser, which ends with the worker.
  afterEach(async ({ task }) => {
    const ended = contexts.splice(0);
    if (task.result?.state === 'fail') await Promise.all(ended.flatMap((context) => context.pages()).map(tellPage));
    await Promise.all(ended.map((context) => Promise.race([context.close(), sleep(20_000, undefined, { ref: false })])));
  });
  afterAll(() => installation.server?.stop());

  /** Closed with the test. */
  async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  }

  async function open(path = '/'): Promise<Page> {
    const page = await emptyPage();
    await page.goto(installation.server.address + path);
    return page;
  }

  async function emptyPage(): Promise<Page> {
    const context = await newContext({
      viewport: { width: 1366, height: 768 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      acceptDownloads: true,
    });
    context.setDefaultTimeout(300_000);
    await context.exposeBinding('report', ({ page: where }, text: string) => messagesOf(where).push(text));
    await context.addInitScript(watchMessages);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`));
    page.on('console', (message) => isComplaint(message) && complaints.push(`${page.url()} ${message.text()}`));
    return page;
  }

  /** The messages that `page` has shown and no test has waited for. They disappear from the page after seconds, but stay here. */
  function messagesOf(page: Page): string[] {
    const known = messages.get(page) ?? [];
    messages.set(page, known);
    return known;
  }

  /** Waits for the message that contains `text`, which may have disappeared from the page already, and removes it from the record. */
  async function message(page: Page, text: string): Promise<void> {
    const shown = messagesOf(page);
    const at = () => shown.findIndex((one) => one.includes(text));
    await expect.poll(at, { message: `the message ${text} among: ${shown.join(' | ')}`, timeout: 300_000 }).toBeGreaterThanOrEqual(0);
    shown.splice(at(), 1);
  }

  /** A page of the operator whom a call has signed in; the form is for the tests of signing in. */
  async function signIn(username: string, password = 'Demo2026'): Promise<Page> {
    const page = await emptyPage();
    await takeIn(page.context(), installation.server.address, { username, password });
    await page.goto(installation.server.address);
    await page.getByText('退出登录').waitFor();
    return page;
  }

  /** As an operator does, with the message that says so. */
  async function signInByForm(username: string): Promise<Page> {
    const page = await open('/login');
    await page.getByPlaceholder('请输入帐号').fill(username);
    await page.getByPlaceholder('请输入密码').fill('Demo2026');
    await page.getByPlaceholder('请输入验证码').fill('test');
    await page.getByRole('button', { name: /登\s?录/ }).click();
    await message(page, '登录成功');
    await page.getByText('退出登录').waitFor();
    return page;
  }

  return Object.assign(installation, { open, newContext, signIn, signInByForm, message, messagesOf, complaints });
}
