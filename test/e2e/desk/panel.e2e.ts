import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from '../browser.ts';

const installation = browserInstallation();
const side = (page: Page) => page.getByRole('complementary', { name: '备注与动态' });

interface Row {
  readonly orderId: string;
  readonly userId: string;
  readonly dataId: string;
  readonly type: number;
}

/** Pages of approved applications which the page's operator may open, as linked from their list. */
async function passedPages(page: Page): Promise<string[]> {
  const rows = await page.evaluate(async () => {
    const token = document.cookie.replace(/^.*token=([^;]*).*$/, '$1');
    const answer = await fetch('/api/ajax/data/getEvidencesList?status=2&limit=20', { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: { list: Row[] } }).data.list;
  });
  return rows.map(({ userId, dataId, orderId, type }) => `/evidence/results/${[userId, dataId, orderId, type].join('/')}`);
}

it('does not say that nobody else looks while that cannot be asked', async () => {
  const page = await installation.signIn('admin@example.com');
  const [first = ''] = await passedPages(page);
  await page.route(/presence/, (route) => route.abort());
  await page.goto(installation.server.address + first);
  const line = side(page).getByRole('status', { name: '谁在看' });
  await line.getByText('正在读取…').waitFor();
  await side(page).getByRole('combobox', { name: '备注内容' }).waitFor();
  expect(await line.getByText('只有您').count()).toBe(0);
  await page.unroute(/presence/);
  await line.getByText('只有您').waitFor();
  const aborted = installation.complaints.splice(0);
  expect(aborted.filter((one) => !one.endsWith('net::ERR_FAILED'))).toEqual([]);
});

it('tells beside an application what belongs to it, its document and downloads too, who looks, and offers colleagues alone', async () => {
  const page = await installation.signIn('admin@example.com');
  const colleague = await installation.signIn('notary@example.com');
  const [first = ''] = await passedPages(colleague);
  await page.goto(installation.server.address + first);
  await side(page).getByRole('status', { name: '谁在看' }).getByText('只有您').waitFor();
  await colleague.goto(installation.server.address + first);

  await side(page).getByRole('tab', { name: '相关' }).click();
  for (const name of ['用户', '订单', '证据', '公证书'])
    await side(page).getByRole('region', { name, exact: true }).getByRole('link').first().waitFor();
  await side(page)
    .getByRole('region', { name: '公证书' })
    .getByText(/^（\d{4}）存公证字第\d+号$/)
    .waitFor();

  // The operator themselves is not listed as a colleague.
  await side(page).getByRole('tab', { name: '备注' }).click();
  await side(page).getByRole('combobox', { name: '备注内容' }).pressSequentially('请 @');
  const offered = side(page).getByRole('option');
  await offered.first().waitFor();
  const name = (await page.locator('.top-realname').innerText()).trim();
  expect((await offered.allInnerTexts()).filter((text) => text.includes(name))).toEqual([]);
  await page.keyboard.press('Escape');
  await side(page).getByRole('combobox', { name: '备注内容' }).fill('');
  expect(installation.complaints).toEqual([]);
});

/** The number that the bell tells. */
const unreadOf = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await page.getByRole('button', { name: /^消息/ }).getAttribute('aria-label')) ?? '')?.[0] ?? 0);

it('a mention comes to the bell by the stream alone, which lists it, marks it as read and leads to it', async () => {
  const page = await installation.signIn('admin@example.com');
  const signedIn = await installation.signIn('notary@example.com');
  const [, second = ''] = await passedPages(signedIn);
  const colleague = await signedIn.context().newPage();
  // The stream is open.
  const stream = colleague.waitForResponse((response) => response.url().endsWith('/events/presence'));
  await colleague.goto(signedIn.url());
  await stream;
  await colleague.getByText(/共 \d+ 条/).waitFor();
  const name = (await colleague.locator('.top-realname').innerText()).trim();
  const before = await unreadOf(colleague);
  const polls: string[] = [];
  colleague.on('request', (request) => void (request.url().includes('/message/getCount') && polls.push(request.url())));

  const say = async (text: string) => {
    const field = side(page).getByRole('combobox', { name: '备注内容' });
    await field.fill(text);
    await side(page).getByText(`@${name}`, { exact: true }).first().waitFor();
    await field.press('Control+Enter');
    await side(page).getByRole('list', { name: '备注' }).getByText(text.slice(-4)).waitFor();
  };
  await page.goto(installation.server.address + second);
  await say(`请 @${name} 核对一下`);
  await expect.poll(() => unreadOf(colleague), { timeout: 60_000 }).toBe(before + 1);
  expect(polls).toEqual([]);

  await colleague.getByRole('button', { name: /^消息/ }).click();
  const latest = colleague.getByRole('region', { name: '最新消息' });
  await latest.getByRole('listitem').first().getByText('核对一下').waitFor();
  // While it is open, another comes.
  await say(`再请 @${name} 看看附件`);
  await latest.getByRole('listitem').first().getByText('看看附件').waitFor();
  await latest.getByRole('listitem').first().getByRole('button', { name: '标为已读' }).click();
  await expect.poll(() => unreadOf(colleague), { timeout: 60_000 }).toBe(before + 1);
  await latest.getByRole('link').filter({ hasText: '核对一下' }).click();
  await colleague.waitForURL(installation.server.address + second);
  await latest.waitFor({ state: 'detached' });
  await expect.poll(() => unreadOf(colleague), { timeout: 60_000 }).toBe(before);
  await side(colleague).getByRole('list', { name: '备注' }).locator('.mention[data-own="true"]').first().waitFor();

  await colleague.getByRole('button', { name: /^消息/ }).click();
  await latest.waitFor();
  await colleague.keyboard.press('Escape');
  await latest.waitFor({ state: 'detached' });
  await colleague.getByRole('button', { name: /^消息/ }).click();
  await latest.getByRole('link', { name: /^全部 \d+ 条消息$|^在整页中查看$/ }).click();
  await colleague.waitForURL('**/messages');
  expect(installation.complaints).toEqual([]);
});

it('says of an @ that reaches nobody that it does, and saves the note when it is told to again', async () => {
  const page = await installation.signIn('admin@example.com');
  const [, , third = ''] = await passedPages(page);
  await page.goto(installation.server.address + third);
  const field = side(page).getByRole('combobox', { name: '备注内容' });
  await field.fill('请 @查无此人 看发票');
  await side(page).getByText('“@查无此人”不是可提及的同事，没有人会收到提醒').waitFor();
  await field.press('Control+Enter');
  await side(page).getByRole('button', { name: '仍要添加' }).waitFor();
  expect(await field.inputValue()).toBe('请 @查无此人 看发票');
  await field.press('Control+Enter');
  await side(page).getByRole('list', { name: '备注' }).getByText('请 @查无此人 看发票').waitFor();
  expect(await field.inputValue()).toBe('');
  expect(installation.complaints).toEqual([]);
});

it('leads from what belongs to an evidence to who has its files, and shows the files of an operator', async () => {
  const page = await installation.signIn('admin@example.com');
  const [row] = await page.evaluate(async () => {
    const token = document.cookie.replace(/^.*token=([^;]*).*$/, '$1');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch('/api/ajax/data/getSaveDataList?type=2&limit=100', { headers });
    const { list } = ((await answer.json()) as { data: { list: { baoquan: string; userId: string; isDownload: number }[] } }).data;
    const counts = await Promise.all(
      list.map(async (one) => {
        const given = await fetch(`/api/ajax/fileHistory/getList?object=evidence/${one.baoquan}`, { headers });
        return { ...one, count: ((await given.json()) as { data: { count: number } }).data.count };
      }),
    );
    return counts.filter(({ count }) => count > 0);
  });
  if (!row) throw new Error('the demo has no evidence that was downloaded');
  await page.goto(`${installation.server.address}/certificate/${row.baoquan}/${row.userId}?isDownload=${row.isDownload}`);
  // The content above the panel loads first, so that nothing moves under the click.
  await page.locator('.isolated, .isolated-none:not([aria-busy])').first().waitFor();
  await page.getByRole('tab', { name: '相关' }).click();
  const downloads = page.getByRole('region', { name: '下载', exact: true });
  await downloads.getByRole('listitem').first().waitFor();
  await downloads.getByRole('button', { name: `全部 ${row.count} 次` }).click();
  await page.getByRole('list', { name: '文件去向' }).getByRole('listitem').first().waitFor();
  expect(await page.getByRole('tab', { name: '去向' }).getAttribute('aria-selected')).toBe('true');
  const who = (await page.getByRole('list', { name: '文件去向' }).locator('b').first().innerText()).trim();

  await page.goto(`${installation.server.address}/authority/account`);
  const account = page.getByRole('row').filter({ hasText: who });
  await account.getByRole('button', { name: '更多' }).click();
  await page.getByRole('button', { name: '经手文件' }).click();
  const files = page.getByRole('dialog', { name: `${who}经手的文件` });
  await files.getByText(row.baoquan).first().waitFor();
  await page.keyboard.press('Escape');
  await files.waitFor({ state: 'detached' });
});
