import { createCanvas, loadImage } from '@napi-rs/canvas';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import jsQr from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateContent, inFolder, withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { wholeText } from '../../../domain/kit/text/limited-text.ts';
import { sealName } from '../../../domain/kit/text/office.ts';
import type { CertificateContent } from './certificate-content.ts';
import { colours, sheet } from './certificate-layout.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { anchorSentence, proves, provesNot, verifyHint } from './certificate-sentences.ts';

const poppler = tool('pdftotext');
/** Nothing leaves the border, and nothing of the first page reaches its footer. */
async function withinBorder(pdf: Buffer): Promise<void> {
  const boxes = (await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['-bbox', 'c.pdf', '-'])).stdout;
  const edges = [...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  for (const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] of edges)
    expect([xMin > 70, yMin > 50, xMax < 525, yMax < 800]).toEqual([true, true, true, true]);
}
const textOf = async (pdf: Buffer) => (await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['-layout', 'c.pdf', '-'])).stdout;
const unchecked = '（设备自行申报，未经核对）';
const packed = '，只证明文件在此后封装，不证明内容在此后形成';
const bracket = { text: '不早于 2026-11-21 10:45:00，不晚于 2026-11-21 10:50:00，相隔 5 分', limit: '' };
/** In drawing order: one column after the other. */
const rawTextOf = async (pdf: Buffer) => (await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['-raw', 'c.pdf', '-'])).stdout;
const content = certificateContent();
const keys = { logKeySha256: '5a'.repeat(32), officeSha256: 'c3'.repeat(32), publishedAt: 'https://notary.example.cn/keys.json' };
const long = (length: number) => '很长的名称'.repeat(length / 5);

it('makes the same bytes of the same content, and others of other content', async () => {
  const one = await certificatePdf(content);
  expect(one.equals(await certificatePdf(structuredClone(content)))).toBe(true);
  expect(one.equals(await certificatePdf(certificateContent({ title: '另一个' })))).toBe(false);
  expect(one.length).toBeLessThan(160_000);
});

it('draws border and watermark on every page, the seal once', async () => {
  const [file] = content.files;
  const pages = pagesOf(await certificatePdf(certificateContent({ files: [file, file] })));
  expect(pages).toHaveLength(2);
  const count = (page: string, part: string) => page.split(part).length - 1;
  for (const page of pages) {
    for (const inset of [20, 22.5, 41.5, 44])
      expect(page).toContain(`${inset} ${inset} ${round(sheet.width - 2 * inset)} ${round(sheet.height - 2 * inset)} re\nS`);
    // 6 waves along each of 4 edges, and a rosette of 3 lines in each corner.
    expect(count(page, `${rgb(colours.paleGold)} SCN`) + count(page, `${rgb(colours.paleBlue)} SCN`)).toBeGreaterThan(30);
    // Two rotations by 28 degrees, and each character of the number filled.
    expect(count(page, '0.882948 -0.469472 0.469472 0.882948 0 0 cm')).toBe(2);
    expect(count(page, `${rgb(colours.blue)} scn`)).toBeGreaterThanOrEqual(2 * content.number.length);
  }
  expect(pages.map((page) => count(page, `${rgb(colours.seal)} SCN`))).toEqual([1, 0]);
  const [sealed = ''] = pages.map((page) => page.slice(page.indexOf(`${rgb(colours.seal)} SCN`)));
  // Two circles, and the outlines of a star, of the office's name and of the seal's own name.
  expect(count(sealed.slice(0, sealed.indexOf('f\n')), ' c\n')).toBe(8);
  expect(count(sealed, '\nf\n')).toBeGreaterThanOrEqual(1 + [...content.officeName, ...sealName].length);
});

it('draws the notice of a sandbox across every page, over all else', async () => {
  const [file] = content.files;
  const sandboxNotice = '测试环境，数据无证明效力';
  const pages = pagesOf(await certificatePdf(certificateContent({ files: [file, file], sandboxNotice })));
  expect(pages).toHaveLength(2);
  for (const page of pages) {
    const across = page.split('0.882948 -0.469472 0.469472 0.882948 0 0 cm');
    // The number twice, and the notice three times.
    expect(across).toHaveLength(1 + 2 + 3);
    for (const words of across.slice(3)) expect(words.split('\nf\n').length - 1).toBeGreaterThanOrEqual(sandboxNotice.length);
  }
});

describe.skipIf(poppler.isMissing)(`to a reader${poppler.note}`, () => {
  it('names three witnesses whole in one line, and four rows of keys on the same page', async () => {
    const named = ['bar.example/w1', 'court.example/w1', 'office2.example/w1'];
    const witnessed = `3 个见证方于 2026-11-24 01:49:04 共同签名：${named.join('、')}`;
    const text = await textOf(await certificatePdf(certificateContent({ witnessed, keys: { ...keys, sm2Sha256: '7b'.repeat(32) } })));
    expect(text.split('\n').find((line) => line.includes('3 个见证方于'))).toContain(named.join('、'));
    expect(text).toContain('7b'.repeat(32));
    expect(text).toContain('第 1 页，共 1 页');
  });

  it('says on its first page how many files there are, however long the name of the first is', async () => {
    const [file] = content.files;
    const [front = ''] = (
      await textOf(await certificatePdf(certificateContent({ files: [{ ...file, name: long(200) }, file, file] })))
    ).split('\f');
    expect(front).toContain('共 3 个文件，见附页');
    expect(front).toContain('第 1 个文件的摘要');
  });

  let text: string;
  beforeAll(async () => {
    text = await textOf(await certificatePdf(content));
  });

  it('says number, holder, title, kind, times in Beijing time, hashes and address', () => {
    const { number, title, kind, files, verifyUrl } = content;
    for (const value of [
      number,
      title,
      kind,
      '张三（个人）',
      '18,273,645 字节',
      '2026-11-21 10:45:01',
      '2026-11-21 10:45:12',
      files[0].sha256,
      files[0].sm3,
      '2026年11月21日',
    ]) {
      expect(text).toContain(value);
    }
    expect(text.replace(/\s/g, '')).toContain(verifyUrl.slice(0, 35));
    expect(text).toContain('不是公证书');
    expect(text).toContain('第 1 页，共 1 页');
  });

  it("names the office's own log for what it is", () => {
    expect(text).toContain('未写入公有区块链');
    expect(text).not.toContain('区块链交易哈希');
    expect(text).toContain('128734');
  });

  it('names chain, transaction, block and time of a chain anchor', async () => {
    const transaction = `0x${'0f'.repeat(32)}`;
    const pdf = await certificatePdf(
      certificateContent({
        anchor: { kind: 'chain', chainName: '司法链', transaction, block: 77_001, at: new Date('2026-11-21T03:00:00Z') },
      }),
    );
    const chained = await textOf(pdf);
    for (const value of ['司法链', transaction, '77001', '2026-11-21 11:00:00']) expect(chained).toContain(value);
  });

  it.each<CertificateContent['anchor']>([
    { kind: 'pending' },
    { kind: 'log', leafHash: 'ab'.repeat(32), checkpoint: 7, at: content.issuedAt },
    { kind: 'confirming', leafHash: 'ab'.repeat(32), checkpoint: 7, at: content.issuedAt },
    { kind: 'chain', chainName: '司法链', transaction: `0x${'0f'.repeat(32)}`, block: 7, at: content.issuedAt },
  ])('says every sentence of what it proves and what not, how it is anchored and how to verify it: $kind', async (anchor) => {
    const raw = (await rawTextOf(await certificatePdf(certificateContent({ anchor })))).replaceAll(/\s/g, '');
    const [yes, no] = [proves({ ...content, anchor }), provesNot(content)].map((sentences) =>
      sentences.map((sentence, index) => `${index + 1}.${sentence}`),
    );
    for (const said of [
      ['本证书证明', ...(yes ?? [])].join(''),
      ['本证书不证明', ...(no ?? [])].join(''),
      anchorSentence(anchor),
      verifyHint,
    ])
      expect(raw).toContain(said.replaceAll(/\s/g, ''));
    expect([yes?.length, no?.length]).toEqual([3, 3]);
  });

  it.each<[CertificateContent['sender'], string]>([
    ['capture', '由本机构的取证程序生成'],
    [null, '以所列主体的名义提交'],
    [{ program: '青岛舟行文化传媒股份有限公司', isNamesake: true }, '由与所列主体同名的程序提交'],
    [{ program: '取证 App'.repeat(6), isNamesake: false }, `由程序“${'取证 App'.repeat(6)}”以所列主体的名义提交`],
  ])('says who sent or made the data: %j', async (sender, words) => {
    const raw = (await rawTextOf(await certificatePdf(certificateContent({ sender })))).replaceAll(/\s/g, '');
    expect(raw).toContain(`，${words}，由本机构保存。`.replaceAll(/\s/g, ''));
    expect(raw.includes('不证明其申报的类型、时间和设备。')).toBe(sender !== 'capture');
  });

  it('says of what is not anchored yet that it is not', async () => {
    const pending = await textOf(await certificatePdf(certificateContent({ anchor: { kind: 'pending' }, timestamp: undefined })));
    expect(pending).toContain('待锚定');
    expect(pending).not.toMatch(/检查点大小|在锚定时间之前/);
  });

  it('says of what waits for its transaction that it is in the log, and where', async () => {
    const { leafHash, checkpoint, at } = { leafHash: 'ab'.repeat(32), checkpoint: 128_735, at: new Date('2026-11-21T02:45:17Z') };
    const confirming = (
      await textOf(await certificatePdf(certificateContent({ anchor: { kind: 'confirming', leafHash, checkpoint, at } })))
    ).replaceAll(/\s/g, '');
    for (const value of [
      '区块链确认中：本证据已纳入本机构自有日志的检查点，写入区块链的交易尚待确认。',
      leafHash,
      '检查点大小128735条记录',
      '据本机构的存证日志，所列数据在检查点时间之前已',
    ])
      expect(confirming).toContain(value);
    expect(confirming).not.toMatch(/尚未纳入|未写入公有区块链|锚定时间之前/);
  });

  it('says so where a time lies behind its own issue, and only there', async () => {
    const [at, leafHash] = [new Date('2026-11-21T03:30:00Z'), 'ab'.repeat(32)];
    const late = (
      await rawTextOf(await certificatePdf(certificateContent({ anchor: { kind: 'log', leafHash, checkpoint: 7, at } })))
    ).replaceAll(/\s/g, '');
    expect(late).toContain('3.不证明检查点时间：晚于签发时间（2026-11-2110:50:00），本机构的时钟前后不一致。');
    const kept = (await rawTextOf(await certificatePdf(certificateContent({ times: [{ label: '存证时间', at }] })))).replaceAll(/\s/g, '');
    expect(kept).toContain('不证明存证时间：晚于签发时间');
    expect(text).not.toContain('晚于签发时间');
    // What was declared may be a slip: it is compared with the receipt, and no clock is blamed.
    const times = [
      { label: '取证开始时间', at: new Date('2026-11-21T02:00:00Z') },
      { label: '取证结束时间', at: new Date('2026-11-21T02:30:00Z') },
      { label: '存证时间', at: new Date('2026-11-21T02:10:00Z') },
    ];
    const declared = (await rawTextOf(await certificatePdf(certificateContent({ times })))).replaceAll(/\s/g, '');
    expect(declared).toContain('3.不证明取证结束时间：晚于收到文件的时间（2026-11-2110:10:00）。');
    expect(declared).not.toMatch(/时钟|晚于签发时间/);
  });

  it('writes rare characters, and boxes those that no font has without losing them', async () => {
    const name = '𠮷䶮𬱖𫠆\u{31350}';
    const pdf = await certificatePdf(certificateContent({ holder: { name, kind: 'individual' } }));
    expect(await textOf(pdf)).toContain(`${name}（个人）`);
    const fonts = (await withFiles({ 'c.pdf': pdf }, 'pdffonts', ['c.pdf'])).stdout;
    expect(fonts).toContain('HanaMinB');
    // Embedded as a subset, with a Unicode map.
    for (const line of fonts.trim().split('\n').slice(2)) expect(line, line).toMatch(/yes\s+yes\s+yes/);
  });

  it('marks what turns or hides text', async () => {
    const names = ['\u202e', '\u2066', '\u200f', '\u200b', '\ufeff', '\u00ad', '\u0007', '\u3164', '\u2028'];
    for (const letter of names) {
      const text = await textOf(
        await certificatePdf(certificateContent({ title: `合同${letter}fdp.exe`, holder: { ...content.holder, name: `张${letter}三` } })),
      );
      expect([letter.codePointAt(0)?.toString(16), text.includes('合同␣fdp.exe'), text.includes('张␣三')]).toEqual([
        letter.codePointAt(0)?.toString(16),
        true,
        true,
      ]);
    }
  });
  it('names the device of a recording in a row of its own, beside a bracket and witnesses too, on one page', async () => {
    const device = { text: '设备 手机 M1，系统 Android 15', limit: unchecked };
    const times = ['取证开始时间', '取证结束时间', '存证时间'].map((label) => ({ label, at: content.issuedAt }));
    const witnessed = '3 个见证方于 2026-11-24 01:49:04 共同签名：甲、乙、丙';
    for (const more of [{}, { bracket }, { bracket, times }, { bracket, witnessed }]) {
      const drawn = await textOf(await certificatePdf(certificateContent({ device, ...more })));
      expect(drawn.replace(/\s/g, '')).toContain(`采集设备${wholeText(device).replace(/\s/g, '')}`);
      expect(drawn).toContain('第 1 页，共 1 页');
    }
  });

  it('wraps a device rather than cutting that nobody checked it', async () => {
    const text =
      '设备名称 张三的手机，型号 某型旗舰增强版 256GB，操作系统 Android，系统版本 15.0.0.204，处理器 某芯片八核处理器，核心数 8，' +
      '程序版本 2.3.1';
    const device = { text, limit: unchecked };
    const witnessed = '3 个见证方于 2026-11-24 01:49:04 共同签名：甲、乙、丙';
    for (const more of [{}, { bracket, witnessed, keys }]) {
      const drawn = (await textOf(await certificatePdf(certificateContent({ device, ...more })))).replaceAll(/\s/g, '');
      expect(drawn).toContain(`采集设备${wholeText(device).replaceAll(/\s/g, '')}`);
      expect(drawn).not.toMatch(/…|（全文）/);
    }
  });

  it.each([0, 5, 40, 200, 3000])(
    'says on its first page what limits a statement, whatever others wrote before it: %i letters and more',
    async (length) => {
      const file = content.files[0];
      for (const letter of ['机', 'W', '𠮷', 'é', '（设备自行申报，未经核对）', 'a b']) {
        const said = letter.repeat(length);
        const pdf = await certificatePdf(
          certificateContent({
            holder: { name: `甲${said}`, kind: 'enterprise' },
            files: [{ ...file, name: `乙${said}` }],
            device: { text: `设备 ${said}`, limit: unchecked },
            bracket: { text: `${bracket.text}；时间标记在文件的元数据（${said}）中`, limit: packed },
          }),
        );
        const [first = ''] = (await textOf(pdf)).split('\f');
        const drawn = first.replaceAll(/\s/g, '');
        for (const limit of [unchecked, packed, '（企业）', '（18,273,645字节）'])
          expect([letter, limit, drawn.includes(limit)]).toEqual([letter, limit, true]);
      }
    },
  );

  it('names the address of a capture and how it was opened, beside notes, a bracket and witnesses too, on one page', async () => {
    const url = 'https://www.example.com/app?id=1#/detail';
    const kind = '网页取证；方式：如实取证；设备：手机（390 × 844，3 倍像素，触屏）';
    const times = ['取证开始时间', '取证结束时间', '存证时间'].map((label) => ({ label, at: content.issuedAt }));
    const notes = '目标网址的应答是 HTTP 404';
    for (const more of [{}, { replay: '1.0000' }, { notes, replay: '1.0000' }, { notes, replay: '1.0000', keys }]) {
      const pdf = await certificatePdf(certificateContent({ url, kind, times, bracket, ...more }));
      const drawn = (await textOf(pdf)).replaceAll(/\s/g, '');
      expect(drawn).toContain(`取证网址${url}`);
      expect(drawn).toContain(`存证类型${kind.replaceAll(/\s/g, '')}`);
      expect(drawn).toContain('第1页，共1页');
    }
  });

  it('keeps everything inside the border when every text is as long as can be, and gives the whole of it on appended sheets', async () => {
    const file = content.files[0];
    const shared: Partial<CertificateContent> = {
      title: long(1000),
      kind: long(100),
      officeName: '中华人民共和国某某省某某市某某区第一公证处',
      holder: { name: long(300), kind: 'enterprise' },
      times: ['取证开始时间', '取证完成时间', '存证时间'].map((label) => ({ label, at: content.issuedAt })),
      files: [
        { ...file, name: `${'a'.repeat(500)}.zip` },
        ...Array.from({ length: 9 }, (_, index) => ({ ...file, name: `附件${index}.png` })),
      ],
      witnessed: '3 个见证方于 2026-11-24 01:49:04 共同签名：甲、乙、丙',
      timestamp: { at: content.issuedAt, serial: `4a${'2f'.repeat(19)}` },
      keys: { ...keys, sm2Sha256: '7b'.repeat(32) },
      verifyUrl: `https://notary.example.cn/${'x'.repeat(180)}`,
    };
    const between = '不早于 2026-11-23 10:00:05，不晚于 2027-11-22 23:03:10，相隔 364 天 13 小时';
    const crowded: Partial<CertificateContent> = {
      ...shared,
      bracket: {
        text: `${between}；时间标记由出具机构在取证时写入取证日志，不在画面中`,
        limit: '，只证明取证在此后开始，不证明所取的文件在此后形成',
      },
      replay: `0.9123（存档缺少${'a'.repeat(180)}.webm等10项；拦截了存档之外的${'b'.repeat(180)}.js等9项）`,
      notes: `${long(300)}末`,
      url: `https://www.example.com/${'u'.repeat(900)}/end`,
    };
    const recorded: Partial<CertificateContent> = {
      ...shared,
      device: { text: long(600), limit: unchecked },
      bracket: { text: `${between}；${long(60)}`, limit: packed },
    };
    await withinBorder(await certificatePdf(certificateContent(recorded)));
    const pdf = await certificatePdf(certificateContent(crowded));
    await withinBorder(pdf);
    const whole = (await textOf(pdf)).replace(/\s/g, '');
    expect(whole).toContain('存证名称（全文）');
    expect(whole.split('很长的名称').length).toBeGreaterThan(260);
    expect(whole).toContain('附件8.png');
    expect(whole).toContain('取证时间2026-11-2110:50:00至2026-11-2110:50:00（北京时间）');
    expect(whole).toContain('相隔364天13小时');
    expect(whole).toContain('重放一致度（全文）');
    expect(whole).toContain('b.js等9项）');
    expect(whole).toContain('u/end');
  });

  it('cuts nothing: what the first page has no room for stands whole on an appended sheet', async () => {
    const signers = Array.from({ length: 12 }, (_, at) => `witness${at}.court.example/${'w'.repeat(20)}`);
    const given = {
      witnessed: `12 个见证方于 2026-11-24 01:49:04 共同签名：${signers.join('、')}`,
      notes: `${long(300)}末`,
      device: { text: `设备 ${long(200)}末`, limit: unchecked },
      bracket: { text: `不早于 2026-11-23 10:00:05，不晚于 2026-11-23 10:03:10，相隔 3 分 5 秒；${long(300)}末`, limit: packed },
      verifyUrl: `https://notary.example.cn/${'x'.repeat(300)}/end`,
      keys: { ...keys, publishedAt: `https://notary.example.cn/${'y'.repeat(300)}/keys.json` },
      timestamp: { at: content.issuedAt, serial: `4a${'2f'.repeat(19)}` },
      title: `${long(200)}末`,
    };
    const whole = (await textOf(await certificatePdf(certificateContent(given))))
      .replaceAll(/\s/g, '')
      .replaceAll(/附页|证书编号：?CZ\d+|第\d+页，共\d+页/g, '');
    const { keys: ofKeys, timestamp, ...texts } = given;
    const said = Object.values(texts).map((text) => (typeof text === 'string' ? text : wholeText(text)));
    for (const text of [...said, ofKeys.publishedAt, timestamp.serial]) expect(whole).toContain(text.replaceAll(/\s/g, ''));
  });

  it('shows a code that a scanner reads as the verification address', async () => {
    const address = await inFolder({ 'c.pdf': await certificatePdf(content) }, async (folder) => {
      execFileSync('pdftoppm', ['-png', '-r', '110', '-x', '80', '-y', '900', '-W', '320', '-H', '320', 'c.pdf', 'c'], { cwd: folder });
      const image = await loadImage(await readFile(join(folder, 'c-1.png')));
      const context = createCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
      return readQr(data, width, height)?.data;
    });
    expect(address).toBe(content.verifyUrl);
  });
});

// The package is CommonJS and exports its function as `default`.
const readQr = typeof jsQr === 'function' ? jsQr : (jsQr as { default: typeof jsQr }).default;

/** The drawing operators of each page. */
function pagesOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].filter(
    ({ index }) => pdf.toString('latin1', index - 3, index) !== 'end',
  );
  const texts = streams.map(({ 0: word, index }) => {
    try {
      return inflateSync(pdf.subarray(index + word.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    } catch {
      return ''; // Not deflated, so not one of our pages.
    }
  });
  return texts.filter((text) => text.startsWith('1 0 0 -1 0'));
}

function rgb(colour: string): string {
  return (colour.slice(1).match(/../g) ?? []).map((part) => String(Number.parseInt(part, 16) / 255)).join(' ');
}

/** In pdfkit's number format. */
function round(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
