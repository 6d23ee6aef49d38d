import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { verifyPackage } from '../../src/cli/verify/verify-package.ts';
import { readingInstallation } from './browser.ts';
import { listRows } from './list-rows.ts';

const installation = readingInstallation();
const unknown = 'FF'.repeat(16);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-verify-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const verdict = (page: Page, title: string) =>
  page.getByRole('region', { name: '核验结果' }).getByRole('heading', { name: title, exact: true }).waitFor();
const choose = (page: Page, name: string) => page.getByLabel('选择文件').setInputFiles(join(folder, name));
async function ask(page: Page, number: string): Promise<void> {
  await page.getByLabel('存证编号').fill(number);
  await page.getByRole('button', { name: '核验' }).click();
}

it('tells the demo’s own files from changed ones, checks a package, and sends a number or a hash and nothing else', async () => {
  const { number } = await keepEvidence();
  const page = await installation.open('/verify');
  await page.getByRole('heading', { name: '证据核验' }).waitFor();
  const asked: string[] = [];
  const sent: string[] = [];
  page.on('request', (request) =>
    (request.url().includes('/open/') ? asked : sent).push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  );
  const worker = page.waitForResponse(/hash-worker/);

  await ask(page, number);
  await verdict(page, '编号有效，尚未比对文件');
  await ask(page, '');
  await drop(page, join(folder, 'original.bin'));
  await verdict(page, '一致');
  // The worker that reads the file has no network access, and so cannot send it anywhere.
  expect((await worker).headers()['content-security-policy']).toMatch(/^default-src 'none'/);
  await ask(page, number.toLowerCase());
  await verdict(page, '一致');
  await page.getByText('文件与此存证编号保存的内容完全相同').waitFor();
  await page.getByText('日志证明已在您的设备上用本机构的日志公钥').waitFor();
  await choose(page, 'changed.bin');
  await verdict(page, '不一致');
  const packageWorker = page.waitForResponse(/package-worker/);
  await choose(page, 'package.zip');
  await verdict(page, '一致');
  expect((await packageWorker).headers()['content-security-policy']).toMatch(/^default-src 'none'/);
  await page.getByText('证据包已在您的设备上逐项核对，没有上传。').waitFor();
  // Only the keys of the office that serves the page count.
  const logKey = (await (await fetch(`${installation.server.address}/log/log-key.txt`)).text()).trim();
  await page.getByText('给技术人员：离线核对的命令').click();
  await page.getByText(`npx notary verify "package.zip" --log-key "${logKey}" --office-cert `).waitFor();
  await page.getByRole('region', { name: '本机构的公钥' }).getByText(logKey, { exact: true }).waitFor();
  await ask(page, unknown);
  await verdict(page, '未找到');
  await choose(page, 'original.bin');
  await ask(page, '');
  await verdict(page, '一致');
  await choose(page, 'changed.bin');
  await ask(page, unknown);
  await verdict(page, '未找到');
  await ask(page, '123');
  await page.getByText('存证编号为32位').waitFor();

  const [number32, sha256] = ['[0-9A-F]{32}', '[0-9a-f]{64}'];
  const lookUp = `verify\\?number=${number32}|verify\\?sha256=${sha256}|verify/${number32}/proof|records/${number32}`;
  const allowed = new RegExp(`^GET http[^?]+/open/v1/(?:${lookUp}) $`);
  expect(asked.filter((line) => !allowed.test(line))).toEqual([]);
  expect(
    sent.filter(
      (line) =>
        !/^GET http[^?]+\/assets\/[\w-]+\.js $/.test(line) &&
        !['/.well-known/notary-keys.json', '/log/policy'].some((path) => line === `GET ${installation.server.address}${path} `),
    ),
  ).toEqual([]);
  expect(installation.complaints).toEqual([]);
});

it('works in the oldest browsers of the build, which lack the functions of later years', async () => {
  const page = await installation.signIn('notary@example.com');
  await page.context().addInitScript({ content: forgetLaterFunctions });
  await page.route('**/assets/*-worker-*.js', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${forgetLaterFunctions}\n${await reply.text()}` });
  });
  await page.goto(`${installation.server.address}/verify`);
  expect(await page.evaluate(() => 'toSorted' in [] || 'canParse' in URL)).toBe(false);
  await choose(page, 'package.zip');
  await verdict(page, '一致');
  await choose(page, 'changed.bin');
  await verdict(page, '未找到');
  await page.goto(`${installation.server.address}/evidence/certificate`);
  await listRows(page).first().waitFor();
  await page.keyboard.press('j');
  await page.locator('tr[aria-current]').waitFor();
  expect(installation.complaints).toEqual([]);
});

it('recognises the documents of the office, and tells those of others and changed ones', async () => {
  const { number } = await keepEvidence();
  const listed = spawnSync('unzip', [
    '-o',
    '-q',
    join(folder, 'package.zip'),
    'certificate.pdf',
    '审查说明.pdf',
    'manifest.json',
    '-d',
    folder,
  ]);
  expect(listed.status).toBe(0);
  const page = await installation.open('/verify');
  for (const [file, name] of [
    ['certificate.pdf', '电子数据存证证书'],
    ['审查说明.pdf', '审查说明'],
    ['manifest.json', '存证清单（manifest.json）'],
  ] as const) {
    await page.getByLabel('存证编号').fill('');
    await choose(page, file);
    await verdict(page, `本机构出具的${name}，未经改动`);
    await page.getByText(number, { exact: true }).waitFor();
  }
  const certificate = await readFile(join(folder, 'certificate.pdf'));
  await writeFile(join(folder, 'changed.pdf'), Buffer.from(certificate.with(400, (certificate[400] ?? 0) ^ 1)));
  await choose(page, 'changed.pdf');
  await verdict(page, '不是电子数据存证证书的原件');
  await page.getByLabel('存证编号').fill(number);
  await choose(page, 'certificate.pdf');
  await verdict(page, '本机构出具的电子数据存证证书，未经改动');
  expect(installation.complaints).toEqual([]);
});

it('says of a true package under another number that it is of another one, and judges it by itself', async () => {
  const { number } = await keepEvidence();
  const page = await installation.signIn('notary@example.com');
  await page.goto(`${installation.server.address}/evidence/certificate`);
  await listRows(page).first().waitFor();
  const [other = ''] = ((await page.locator('tbody').innerText()).match(/[0-9A-F]{32}/g) ?? []).filter((one) => one !== number);
  await page.goto(`${installation.server.address}/verify`);
  await ask(page, other);
  await verdict(page, '编号有效，尚未比对文件');
  await choose(page, 'package.zip');
  await verdict(page, '证据包写的是另一个存证编号');
  await page.getByText('它自身的核对结果：一致。').waitFor();
  await page.getByText(number, { exact: true }).waitFor();
  expect(installation.complaints).toEqual([]);
});

it('accuses nothing of another office: it says that it cannot tell, and where to ask', async () => {
  await keepEvidence();
  expect(spawnSync('unzip', ['-o', '-q', join(folder, 'package.zip'), '-d', folder]).status).toBe(0);
  const page = await installation.open('/verify');
  // The page of an office with other keys, which knows none of the numbers.
  const { vkey, fingerprint } = otherOffice;
  await page.route('**/.well-known/notary-keys.json', async (route) => {
    const reply = await route.fetch();
    const keys = (await reply.json()) as { log: object; certificates: object[] };
    const certificates = keys.certificates.map((one) => ({ ...one, fingerprint_sha256: fingerprint }));
    await route.fulfill({ response: reply, json: { ...keys, log: { ...keys.log, vkey }, certificates } });
  });
  await page.route('**/open/v1/verify?*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/[0-9A-F]{32}/, unknown),
    }),
  );
  await page.reload();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await choose(page, 'package.zip');
  await verdict(page, '无法判断');
  await page.getByText('内容自洽，但日志公钥不是本机构的').waitFor();
  expect(asked.filter((url) => url.includes('/records/'))).toEqual([]);
  expect(await page.getByText('给技术人员：离线核对的命令').count()).toBe(0);
  for (const [file, title] of [
    ['certificate.pdf', '不是本机构签发的电子数据存证证书，无法判断'],
    ['审查说明.pdf', '不是本机构签发的审查说明，无法判断'],
    ['manifest.json', '自称是存证清单（manifest.json），无法判断'],
  ] as const) {
    await choose(page, file);
    await verdict(page, title);
    const shown = await page.getByRole('region', { name: '核验结果' }).innerText();
    expect(shown).not.toMatch(/不一致|勿采信|被改动|稍后/);
    expect(shown).toContain('出具机构自己的核验网页');
  }
  expect(installation.complaints).toEqual([]);
});

/** Well-formed keys that no office of the tests has. */
const otherOffice = {
  vkey: 'other.example/log+888ef04c+ARERERERERERERERERERERERERERERERERERERERERER',
  fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'),
};

it.each(['wraps', 'replaces'] as const)('stays usable while the browser %s its texts to translate them', async (way) => {
  const { number } = await keepEvidence();
  const page = await installation.open('/verify');
  await page.evaluate(translateTexts, way);
  await ask(page, number);
  await verdict(page, '编号有效，尚未比对文件');
  await choose(page, 'original.bin');
  await verdict(page, '一致');
  await choose(page, 'changed.bin');
  await verdict(page, '不一致');
  await choose(page, 'package.zip');
  await verdict(page, '一致');
  expect(installation.complaints).toEqual([]);
});

it.each(['wraps', 'replaces'] as const)('the console says what is so while the browser %s its texts to translate them', async (way) => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/online/web`);
  await listRows(page).first().waitFor();
  await page.evaluate(translateTexts, way);
  for (const count of [1, 2]) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText(`已选 ${count} 份`).waitFor();
  }
  await page.keyboard.press(']');
  await page.getByText('已选 0 份').waitFor();
  await page.goBack();
  await listRows(page).first().waitFor();
  expect(installation.complaints).toEqual([]);
});

/**
 * Runs in the page: puts each text into elements of its own, now and whenever one appears, as the translation of a browser does. One that
 * replaces leaves the page's text out: what the page writes to it later is not shown.
 */
function translateTexts(way: 'wraps' | 'replaces'): void {
  const wrap = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() !== '' && node.parentElement?.localName !== 'font') texts.push(node);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(way === 'wraps' ? text : text.cloneNode());
    }
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) if (node.isConnected) wrap(node);
  }).observe(document.body, { childList: true, subtree: true });
}

it('npm run verify tells of a package, of a changed one, of one of another office and of what is none by its exit code', async () => {
  const whole = await readFile(join(folder, 'package.zip'));
  // In the middle is an original, which is stored uncompressed.
  await writeFile(join(folder, 'broken.zip'), Buffer.from(whole.with(whole.length >> 1, (whole[whole.length >> 1] ?? 0) ^ 1)));
  const logKey = (await (await fetch(`${installation.server.address}/log/log-key.txt`)).text()).trim();
  await writeFile(join(folder, 'office.pem'), await (await fetch(`${installation.server.address}/log/office.pem`)).text());
  const keys = JSON.parse(await installation.server.admin('keys', '--json')) as { logKey: string; officeFingerprint: string };
  expect(keys.logKey).toBe(logKey);
  const verify = async (...words: string[]) => {
    const child = spawn('npm', ['--prefix', join(import.meta.dirname, '../..'), 'run', '--silent', 'verify', '--', ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], out, errors] = await Promise.all([
      once(child, 'close') as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, out, errors };
  };
  const [unpinned, match, mismatch, none, others] = await Promise.all([
    verify('package.zip'),
    verify('package.zip', '--log-key', logKey, '--office-cert', 'office.pem'),
    verify('broken.zip', '--office-cert', keys.officeFingerprint),
    verify('original.bin'),
    verify('package.zip', '--office-cert', 'AB:'.repeat(31) + 'CD'),
  ]);
  expect([unpinned, match, mismatch, none, others].map(({ code, errors }) => [code, errors.includes('无法验证')])).toEqual([
    [2, false],
    [0, false],
    [1, false],
    [2, true],
    [1, false],
  ]);
  expect([unpinned, match, mismatch, others].map(({ out }) => /结论 {2}(.*)/.exec(out)?.[1])).toEqual([
    '无法判断',
    '一致',
    '不一致',
    '不一致',
  ]);
  expect(unpinned.out).toContain('核对  内容自洽，出具机构未确认');
  expect([match, unpinned, mismatch].map(({ out }) => out.includes('而不是证据包本身'))).toEqual([true, false, false]);
  expect(JSON.parse((await verify('package.zip', '--json')).out)).toMatchObject({
    verdict: 'undecided',
    summary: '内容自洽，出具机构未确认',
    conclusion: '无法判断',
  });
  expect(others.out).toContain('与指定的证书不同');
});

it('checks a package line by line as the command does, and names the file of which a byte was changed', async () => {
  const page = await installation.open('/verify');
  await choose(page, 'package.zip');
  await verdict(page, '一致');
  const lines = () => shownLines(page);
  const { logKey } = JSON.parse(await installation.server.admin('keys', '--json')) as { logKey: string };
  expect((await lines()).toSorted()).toEqual((await tellPackage('package.zip', logKey)).toSorted());

  // The original is uncompressed in the package.
  const [whole, original] = [await readFile(join(folder, 'package.zip')), await readFile(join(folder, 'original.bin'))];
  const at = whole.indexOf(original) + 5;
  await writeFile(join(folder, 'touched.zip'), Buffer.from(whole.with(at, (whole[at] ?? 0) ^ 1)));
  await writeFile(join(folder, 'cut.zip'), Buffer.concat([whole.subarray(0, 1000), whole.subarray(2000)]));
  await choose(page, 'touched.zip');
  await verdict(page, '不一致');
  const failures = (all: readonly string[]) => all.filter((line) => line.startsWith('is-fail'));
  expect(failures(await lines())).toEqual(failures(await tellPackage('touched.zip', logKey)));
  await page.getByText(/^审查说明：/).click();
  await page.getByText('现在的文件与存证时的文件是否相同：不成立').waitFor();

  // Bytes that are no longer a package: reported, and nothing else happens.
  await choose(page, 'cut.zip');
  await page.getByText('不是可读的证据包：').waitFor();

  // As if it were encrypted: neither damaged nor of another content.
  const locked = Buffer.from(whole);
  const flags = locked.indexOf(Buffer.from('504b0102', 'hex')) + 8;
  await writeFile(join(folder, 'locked.zip'), locked.fill((locked[flags] ?? 0) | 1, flags, flags + 1));
  await choose(page, 'locked.zip');
  await page.getByText('这个 zip 有加密的文件').waitFor();
  expect(installation.complaints).toEqual([]);
});

/** Deletes what Chrome 109, Firefox 115 or Safari 16 lack; runs in pages and workers. */
const forgetLaterFunctions = `
  for (const type of [Array, Object.getPrototypeOf(Uint8Array)])
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete type.prototype[name];
  for (const name of ['isWellFormed', 'toWellFormed']) delete String.prototype[name];
  for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'])
    delete Set.prototype[name];
  for (const name of ['toHex', 'toBase64', 'setFromHex', 'setFromBase64']) delete Uint8Array.prototype[name];
  for (const name of ['fromHex', 'fromBase64']) delete Uint8Array[name];
  for (const [owner, names] of [
    [Object, ['groupBy']], [Map, ['groupBy']], [Promise, ['withResolvers', 'try']], [Array, ['fromAsync']],
    [URL, ['canParse', 'parse']], [AbortSignal, ['any', 'timeout']], [RegExp, ['escape']],
  ]) for (const name of names) delete owner[name];`;

it.each([
  ['process', '1'],
  ['mobile', '3'],
])('reads what the film of a %s recording says of itself as the command does', async (name, type) => {
  await keepFilm(`${name}.zip`, type);
  const page = await installation.open('/verify');
  await choose(page, `${name}.zip`);
  await verdict(page, '一致');
  const { logKey } = JSON.parse(await installation.server.admin('keys', '--json')) as { logKey: string };
  expect((await shownLines(page)).toSorted()).toEqual((await tellPackage(`${name}.zip`, logKey)).toSorted());
  await page.getByText(/^审查说明：/).click();
  // Nobody states the format of a recording.
  await page.getByText('文件的实际格式和大小是否与登记的一致：无法判断').waitFor();
  await page.getByText('录音录像自身的时长是否与申报的一致：成立').waitFor();
  expect(installation.complaints).toEqual([]);
});

/** Each line of the checks, as the page shows it. */
async function shownLines(page: Page): Promise<string[]> {
  const all = await page.locator('.verify-lines > ul > li').all();
  return Promise.all(
    all.map(async (line) => [await line.getAttribute('class'), ...(await line.locator('> *').allTextContents())].join('|')),
  );
}

/** The command's lines for a package of the folder, one line each as on the page. */
async function tellPackage(name: string, logKey: string): Promise<string[]> {
  const { lines } = await verifyPackage(join(folder, name), { logKey });
  return lines.map(({ outcome, label, subject, reason }) =>
    [`is-${outcome}`, label, subject, reason].filter((part) => part !== null).join('|'),
  );
}

it('hashes a file of more than one slice in the browser as others do', async () => {
  const bytes = Buffer.concat([Buffer.alloc(16_777_216, 1), Buffer.alloc(16_777_216, 2), Buffer.from('and the rest')]);
  await writeFile(join(folder, 'slices.bin'), bytes);
  const page = await installation.open('/verify');
  const asked = page.waitForRequest(/\/open\/v1\/verify\?/);
  await choose(page, 'slices.bin');
  expect(new URL((await asked).url()).searchParams.get('sha256')).toBe(createHash('sha256').update(bytes).digest('hex'));
  await verdict(page, '未找到');
});

it('says 待锚定 of a number and its file until the log holds them, also where the browser refuses WebAssembly', async () => {
  const page = await installation.open('/login');
  await page.route('**/assets/hash-worker-*', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, headers: { ...reply.headers(), 'content-security-policy': "default-src 'none'" } });
  });
  // The real log may be too fast for the test, so only here the office's answer is faked.
  const sha256 = createHash('sha256')
    .update(await readFile(join(folder, 'original.bin')))
    .digest('hex');
  const waiting = {
    checkpoint: null,
    anchored_at: null,
    anchor_kind: null,
    blockchain_hash: null,
    block_height: null,
    chain_time: null,
    proof: null,
  };
  const files = [{ role: 'original', sha256, sm3: '', size: 1 }];
  await page.route('**/open/v1/verify?*', (route) =>
    route.fulfill({ json: { result: 'pending', number: unknown, saveTime: '2026-01-01 08:00:00', files, ...waiting } }),
  );
  await page.goto(`${installation.server.address}/verify?number=${unknown}`);
  await verdict(page, '待锚定');
  const worker = page.waitForResponse(/hash-worker/);
  await choose(page, 'original.bin');
  await page.getByText('文件与保存的内容相符').waitFor();
  expect((await worker).headers()['content-security-policy']).toBe("default-src 'none'");
  await choose(page, 'changed.bin');
  await verdict(page, '不一致');
});

it('hashes a large file in steps that are shown and can be cancelled, while the page answers', async () => {
  await writeFile(join(folder, 'large.bin'), '');
  await truncate(join(folder, 'large.bin'), 8_000_000_000);
  const page = await installation.open('/verify');
  await choose(page, 'large.bin');
  await page.getByRole('progressbar').waitFor();
  await page.getByLabel('存证编号').fill('typing goes on');
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: '核验结果' }).count()).toBe(0);
});

/** Downloads the package of a demo recording into the folder. */
async function keepFilm(name: string, type: string): Promise<void> {
  const page = await installation.signIn('admin@example.com');
  const headers = { authorization: `Bearer ${await page.evaluate(() => sessionStorage.getItem('token') ?? '')}` };
  const { address } = installation.server;
  const listed = await page.request.get(`${address}/api/ajax/evidence/getProList?type=${type}&status=SUCCESS`, { headers });
  const { list } = ((await listed.json()) as { data: { list: { attestation_id: string }[] } }).data;
  const form = { baoquan: list[0]?.attestation_id ?? '', part: 'package' };
  const reply = await page.request.post(`${address}/api/Down/baoquanFile`, { headers, form });
  const { url } = ((await reply.json()) as { data: { url: string } }).data;
  await writeFile(join(folder, name), await (await page.request.get(new URL(url, address).href)).body());
}

/**
 * Downloads one evidence of the running demo into the folder, as an operator does: its file, the file with one byte changed, its package.
 */
async function keepEvidence(): Promise<{ number: string }> {
  const page = await installation.signIn('notary@example.com');
  const authorization = `Bearer ${await page.evaluate(() => sessionStorage.getItem('token') ?? '')}`;
  const listed = await page.request.get(`${installation.server.address}/api/ajax/data/getSaveDataList?type=1&status=1`, {
    headers: { authorization },
  });
  const { list } = ((await listed.json()) as { data: { list: { baoquan: string }[] } }).data;
  const number = list[0]?.baoquan ?? '';
  const download = async (part: string): Promise<Buffer> => {
    const reply = await page.request.post(`${installation.server.address}/api/Down/baoquanFile`, {
      headers: { authorization },
      form: { baoquan: number, part },
    });
    const { url } = ((await reply.json()) as { data: { url: string } }).data;
    return (await page.request.get(new URL(url, installation.server.address).href)).body();
  };
  const original = await download('file');
  const changed = Buffer.from(original);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  const files = { 'original.bin': original, 'changed.bin': changed, 'package.zip': await download('package') };
  await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
  return { number };
}

/** Drops a file on the page, as from a file manager. */
async function drop(page: Page, path: string): Promise<void> {
  const bytes = (await readFile(path)).toString('base64');
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'original.bin'));
    return transfer;
  }, bytes);
  await page.locator('main').dispatchEvent('drop', { dataTransfer: dropped });
}
