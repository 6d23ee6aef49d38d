import { expect, it } from 'vitest';
import { createCanvas } from '@napi-rs/canvas';
import { browserInstallation } from './browser.ts';
import { intake as signed, type Key } from './intake-client.ts';

const installation = browserInstallation();

const intake = (key: Key, method: string, path: string, body?: string | FormData) =>
  signed(installation.server.address, key, method, path, body);

function paper(title: string): File {
  const canvas = createCanvas(640, 400);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#eef';
  pen.fillRect(0, 0, 640, 400);
  pen.fillStyle = '#334';
  pen.font = '40px sans-serif';
  pen.fillText(title, 40, 200);
  return new File([new Uint8Array(canvas.toBuffer('image/png'))], `${title}.png`, { type: 'image/png' });
}

it('takes an enterprise from its submission through the review to credentials that work', async () => {
  // The office creates a client for its web site, and the web site submits the enterprise's data.
  const site = JSON.parse(await installation.server.admin('client', 'create', '--name', '门户网站')) as Key;
  const created = await intake(
    site,
    'POST',
    '/open/v1/users',
    JSON.stringify({ unique_id: 'e2e-1', type: 2, mobile: '10000000042', name: '登记名称' }),
  );
  expect(created.status).toBe(200);
  const userId = String(created.body['user_id']);
  const form = new FormData();
  const fields = {
    unique_id: 'e2e-2',
    name: '东海数据科技有限公司',
    contact_idcard: '990000199001011234',
    contact_name: '章经办',
    address: '东海市科创路8号',
    tax_number: '91990000MA0000000X',
    legal_person: '钱明远',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const name of ['license', 'author_front', 'author_back', 'file']) form.append(name, paper(name));
  expect(await intake(site, 'POST', `/open/v1/users/${userId}/verification`, form)).toMatchObject({
    status: 200,
    body: { user_status: 2 },
  });

  // An operator signs in and gets the first page of the menu.
  const page = await installation.signInByForm('reviewer@example.com');
  expect(new URL(page.url()).pathname).toBe('/user/enterprise');

  // They find the enterprise.
  await page.getByPlaceholder('名称或手机号').fill('10000000042');
  await page.getByRole('button', { name: /查\s?询/ }).click();
  await page.getByText('共 1 条').waitFor();
  const row = page.getByRole('row').filter({ hasText: '10000000042' });
  await row.getByText('待审核').waitFor();
  await row.getByText('审核', { exact: true }).click();

  // They look at the pictures, and cannot refuse without a reason.
  const dialog = page.getByRole('dialog');
  await dialog.getByText('东海数据科技有限公司').waitFor();
  await dialog.getByText('990000199001011234').waitFor();
  await dialog.getByText('章经办').waitFor();
  const picture = dialog.locator('img').first();
  await expect.poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBe(640);
  await dialog.getByText('不通过', { exact: true }).click();
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await dialog.getByText('请填写拒绝原因').waitFor();
  await dialog.getByText('通过', { exact: true }).click();

  // They approve, and the enterprise's credentials work at once.
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '审核成功');
  await page.goto(`${installation.server.address}/user/Detail/${userId}`);
  await page.getByText('接口凭证').waitFor();
  await page.getByText('已通过').first().waitFor();
  const token = await page.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
  const detail = await fetch(`${installation.server.address}/api/user/userDetail?user_id=${userId}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data } = (await detail.json()) as { data: { userInfo: Key } };
  expect(await page.getByText(data.userInfo.security_key).count()).toBe(0);
  expect(await intake(data.userInfo, 'GET', `/open/v1/users/${userId}`)).toMatchObject({
    status: 200,
    body: { user_id: userId, user_status: 3 },
  });
  expect(installation.complaints).toEqual([]);
});

it('tells the slower of two operators that the other was first, and shows what stands', async () => {
  const [one, two] = [await installation.signIn('reviewer@example.com'), await installation.signIn('admin@example.com')];
  for (const page of [one, two]) {
    await page.goto(`${installation.server.address}/user/individual?status=2`);
    await page.getByText('审核', { exact: true }).first().click();
    await page.getByRole('dialog').getByText('通过', { exact: true }).click();
  }
  const decide = (page: typeof one) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s?定/ })
      .click();
  await decide(one);
  await installation.message(one, '审核成功');
  await decide(two);
  await two.getByText('该申请已被其他人审核').waitFor();
});

it('lets a reviewer decide on the detail page who may open no list, and shows him what a refused supplementary review left', async () => {
  const call = async (
    page: Awaited<ReturnType<typeof installation.signIn>>,
    method: 'GET' | 'POST',
    path: string,
    fields: Record<string, string>,
  ) => {
    const token = await page.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
    const form = new URLSearchParams(fields);
    const reply = await fetch(installation.server.address + path + (method === 'GET' ? `?${form}` : ''), {
      method,
      headers: { authorization: token },
      ...(method === 'POST' ? { body: form } : {}),
    });
    return ((await reply.json()) as { data: { list: Record<string, unknown>[]; data: { id: string }[] } }).data;
  };
  const admin = await installation.signIn('admin@example.com');
  await call(admin, 'POST', '/api/ajax/role/addRole', { roleName: '复核岗', roleDesc: '只审核', menuId: '27' });
  const [role] = (await call(admin, 'GET', '/api/ajax/role/getRoleList', { keyword: '复核岗' })).data;
  await call(admin, 'POST', '/api/ajax/power/addAccount', {
    username: 'checker@example.com',
    password: 'Checker2026',
    realname: '韩复核',
    mobile: '0571-87654321',
    role_id: role?.id ?? '',
  });
  const [waiting] = (await call(admin, 'GET', '/api/ajax/user/getUserList', { type: '1', status: '2' })).list;
  const refused = (await call(admin, 'GET', '/api/ajax/user/getUserList', { type: '2', status: '3', limit: '100' })).list.find(
    (row) => row['repairType'] === 4,
  );

  const page = await installation.signIn('checker@example.com', 'Checker2026');
  const open = async (userId: unknown) => page.goto(`${installation.server.address}/user/Detail/${String(userId)}`);
  await open(waiting?.['user_id']);
  await page.getByRole('button', { name: '审核', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('通过', { exact: true }).click();
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '审核成功');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('已通过').first().waitFor();

  await open(refused?.['user_id']);
  await page.getByText('已通过（补充审核未通过）').waitFor();
  await page.getByRole('region', { name: '补充资料' }).getByText('补充审核未通过').waitFor();
});
