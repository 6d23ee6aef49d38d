import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RunningServer } from '../house/servers/running-server.ts';
import { startDemo } from './demo-server.ts';

/**
 * One server and one Chromium for a test file; each test gets pages of a context of its own. What a page's console complains of is kept.
 */
export function browserHouse(environment: Record<string, string> = {}) {
  const house = {} as { server: RunningServer; browser: Browser };
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    house.server = await startDemo(environment);
    const args = [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ];
    house.browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    });
  });
  // Chromium now and then never answers Target.disposeBrowserContext; such a context ends with its browser.
  afterEach(() =>
    Promise.all(contexts.splice(0).map((context) => Promise.race([context.close(), sleep(20_000, undefined, { ref: false })]))),
  );
  afterAll(async () => {
    await house.browser?.close();
    await house.server?.stop();
  });

  async function open(path = '/'): Promise<Page> {
    const context = await house.browser.newContext({
      viewport: { width: 1366, height: 768 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      acceptDownloads: true,
    });
    contexts.push(context);
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && complaints.push(`${page.url()} ${message.text()}`));
    await page.goto(house.server.address + path);
    return page;
  }

  async function signIn(username: string, password = 'Demo2026'): Promise<Page> {
    const page = await open('/login');
    await page.getByPlaceholder('请输入帐号').fill(username);
    await page.getByPlaceholder('请输入密码').fill(password);
    await page.getByPlaceholder('请输入验证码').fill('test');
    await page.getByRole('button', { name: /登\s?录/ }).click();
    await page.getByText('退出登录').waitFor();
    return page;
  }

  return Object.assign(house, { open, signIn, complaints });
}
