import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { browserInstallation } from '../browser.ts';
import { intake, type Key } from '../intake-client.ts';

const installation = browserInstallation({ WEBHOOK_ALLOW_PRIVATE: '1' });
const received: string[] = [];
let receiver: Server;
let answer = 500;
let origin = '';
/** Created by the first test, and used by the second. */
let key: Key = { app_id: '', security_key: '' };

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(answer, { 'content-type': 'application/json' }).end('{"error":"database is away"}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const place = receiver.address();
  origin = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`;
});
afterAll(() => {
  receiver?.closeAllConnections();
  receiver?.close();
});

const confirm = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click();
/** The key that a dialog shows; only its button closes it. */
async function shownKey(page: Page): Promise<Key> {
  await page.getByText('密钥只显示这一次').waitFor();
  await page.keyboard.press('Escape');
  const [app_id = '', security_key = ''] = await page.getByRole('dialog').locator('.secret').allInnerTexts();
  await page.getByRole('button', { name: '已保存，关闭' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { app_id: app_id.trim(), security_key: security_key.trim() };
}
const call = (signing: Key, path = '/open/v1/users/999999999') => intake(installation.server.address, signing, 'GET', path);
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

it('makes a client, replaces its key while both sign, tells why calls were refused, and ends it', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '接口客户端' }).click();
  await page.getByText(/^共 \d+ 条$/).waitFor();
  await page.getByRole('button', { name: '新建客户端' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('官网');
  await confirm(page);
  key = await shownKey(page);
  expect((await call(key)).status).toBe(404);

  const own = row(page, key.app_id);
  await own.getByRole('button', { name: '轮换密钥' }).click();
  await confirm(page);
  const fresh = await shownKey(page);
  expect(fresh.security_key).not.toBe(key.security_key);
  expect([(await call(key)).status, (await call(fresh)).status]).toEqual([404, 404]);
  expect((await call({ ...key, security_key: 'another' }, '/open/v1/users/1?name=%E5%BC%A0')).status).toBe(401);

  // Its calls, and the text over which the server computed the signature.
  await own.getByRole('link', { name: '调用记录' }).click();
  const refused = page.getByRole('button', { name: /^签名无效：X-Signature/ });
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: '刷新' }).click();
        return refused.count();
      },
      { timeout: 120_000, interval: 3500 },
    )
    .toBe(1);
  await refused.click();
  const signed = await page.getByRole('dialog').locator('pre').innerText();
  expect(signed.split('\n').slice(0, 2)).toEqual(['GET', '/open/v1/users/1?name=%E5%BC%A0']);
  await page.keyboard.press('Escape');

  await page.goBack();
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: '刷新' }).click();
        return (await own.innerText()).replaceAll(/\s+/g, ' ');
      },
      { timeout: 120_000, interval: 3500 },
    )
    .toMatch(/启用 \d{4}-\S+ \S+ 4 4 /);
  await own.getByRole('button', { name: '停用' }).click();
  await confirm(page);
  await installation.message(page, '操作成功');
  expect([(await call(key)).status, (await call(fresh)).status]).toEqual([401, 401]);
  await own.getByRole('button', { name: '启用' }).click();
  await confirm(page);
  await installation.message(page, '操作成功');
  expect((await call(fresh)).status).toBe(404);
  key = fresh;
  expect(installation.complaints).toEqual([]);
});

it('shows an endpoint that fails in the menu, what was sent beside what was answered, and sends it again', async () => {
  const url = `${origin}/hooks`;
  const made = await intake(
    installation.server.address,
    key,
    'POST',
    '/open/v1/webhooks',
    JSON.stringify({ unique_id: 'one', url, types: ['*'] }),
  );
  expect(made.status).toBe(200);
  const tested = await intake(installation.server.address, key, 'POST', `/open/v1/webhooks/${String(made.body['id'])}/test`, '');
  expect(tested.body).toMatchObject({ status: 'failed', http_status: 500 });

  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/workbench`);
  await page.getByText('失败的回调地址').first().waitFor();
  await page.goto(`${installation.server.address}/open/webhook?health=2`);
  await row(page, url).getByText('失败中').waitFor();
  await row(page, url).getByRole('link', { name: '投递记录' }).click();
  await page.getByRole('button', { name: '详情' }).first().click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('region', { name: '请求' }).innerText()).toContain('"type": "webhook.test"');
  expect(await dialog.getByRole('region', { name: /^应答/ }).innerText()).toContain('database is away');
  await page.keyboard.press('Escape');

  answer = 200;
  const [event = ''] = received;
  await page.getByRole('button', { name: '重发', exact: true }).last().click();
  await confirm(page);
  await installation.message(page, '已开始重发');
  await expect.poll(() => received.filter((id) => id === event).length, { timeout: 120_000 }).toBe(2);

  await page.getByRole('button', { name: '停用' }).click();
  await confirm(page);
  await installation.message(page, '操作成功');
  await page.getByRole('button', { name: '启用' }).waitFor();
  expect(installation.complaints).toEqual([]);
});
