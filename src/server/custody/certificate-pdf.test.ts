import { createCanvas, loadImage } from '@napi-rs/canvas';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsQr from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateContent, inFolder, judge, withFiles } from '../../../test/house/certificate.ts';
import { certificatePdf } from './certificate-pdf.ts';

const poppler = judge('pdftotext');
const textOf = async (pdf: Buffer) => (await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['-layout', 'c.pdf', '-'])).stdout;
const content = certificateContent();
const long = (length: number) => '很长的名称'.repeat(length / 5);

it('makes the same bytes of the same content, and others of other content', async () => {
  const one = await certificatePdf(content);
  expect(one.equals(await certificatePdf(structuredClone(content)))).toBe(true);
  expect(one.equals(await certificatePdf(certificateContent({ title: '另一个' })))).toBe(false);
  expect(one.length).toBeLessThan(160_000);
});

describe.skipIf(poppler.isMissing)(`to a reader${poppler.note}`, () => {
  let text: string;
  beforeAll(async () => {
    text = await textOf(await certificatePdf(content));
  });

  it('says number, holder, title, kind, times in Beijing time, hashes and address', () => {
    const { number, title, kind, files, verifyUrl } = content;
    for (const value of [number, title, kind, '张三（个人）', '18,273,645 字节', '2026-11-21 10:45:01', '2026-11-21 10:45:12', files[0].sha256, files[0].sm3, '2026年11月21日']) {
      expect(text).toContain(value);
    }
    expect(text.replace(/\s/g, '')).toContain(verifyUrl.slice(0, 35));
    expect(text).toContain('不是公证书');
    expect(text).toContain('第 1 页，共 1 页');
  });

  it('names the office\'s own log for what it is', () => {
    expect(text).toContain('未写入公有区块链');
    expect(text).not.toContain('区块链交易哈希');
    expect(text).toContain('128734');
  });

  it('names chain, transaction, block and time of a chain anchor', async () => {
    const transaction = `0x${'0f'.repeat(32)}`;
    const pdf = await certificatePdf(certificateContent({ anchor: { kind: 'chain', chainName: '司法链', transaction, block: 77_001, at: new Date('2026-11-21T03:00:00Z') } }));
    const chained = await textOf(pdf);
    for (const value of ['司法链', transaction, '77001', '2026-11-21 11:00:00']) expect(chained).toContain(value);
  });

  it('says of what is not anchored yet that it is not', async () => {
    const pending = await textOf(await certificatePdf(certificateContent({ anchor: { kind: 'pending' }, timestamp: undefined })));
    expect(pending).toContain('待锚定');
    expect(pending).not.toMatch(/检查点编号|在锚定时间之前/);
  });

  it('says of what waits for its transaction that it is in the log, and where', async () => {
    const { leafHash, checkpoint, at } = { leafHash: 'ab'.repeat(32), checkpoint: 128_735, at: new Date('2026-11-21T02:45:17Z') };
    const confirming = (await textOf(await certificatePdf(certificateContent({ anchor: { kind: 'confirming', leafHash, checkpoint, at } })))).replaceAll(/\s/g, '');
    for (const value of ['区块链确认中：本证据已纳入本机构自有日志的检查点，写入区块链的交易尚待确认。', leafHash, '128735', '在检查点时间之前已经存在']) expect(confirming).toContain(value);
    expect(confirming).not.toMatch(/尚未纳入|未写入公有区块链|锚定时间之前/);
  });

  it('says so where a time lies behind its own issue, and only there', async () => {
    const [at, leafHash] = [new Date('2026-11-21T03:30:00Z'), 'ab'.repeat(32)];
    const late = (await textOf(await certificatePdf(certificateContent({ anchor: { kind: 'log', leafHash, checkpoint: 7, at } })))).replaceAll(/\s/g, '');
    expect(late).toContain('检查点时间晚于本证书的签发时间（2026-11-2110:50:00，北京时间）：当时记录时间的时钟偏快，不能据以证明时间的早晚。');
    const kept = (await textOf(await certificatePdf(certificateContent({ times: [{ label: '存证时间', at }] })))).replaceAll(/\s/g, '');
    expect(kept).toContain('存证时间晚于本证书的签发时间');
    expect(text).not.toContain('晚于本证书');
  });

  it('writes rare characters, and boxes those that no font has without losing them', async () => {
    const name = '𠮷䶮𬱖𫠆\u{31350}';
    const pdf = await certificatePdf(certificateContent({ holder: { name, kind: 'individual' } }));
    expect(await textOf(pdf)).toContain(`${name}（个人）`);
    const fonts = (await withFiles({ 'c.pdf': pdf }, 'pdffonts', ['c.pdf'])).stdout;
    expect(fonts).toContain('HanaMinB');
    for (const line of fonts.trim().split('\n').slice(2)) expect(line, line).toMatch(/yes\s+yes\s+yes/); // embedded, a subset, with a Unicode map
  });

  it('leaves out what turns or hides text', async () => {
    const hostile = await textOf(await certificatePdf(certificateContent({ title: '证据\u202Egpj.exe\u200B\n第二行\u0007\uD800尾' })));
    expect(hostile).toContain('证据gpj.exe 第二行');
    expect(hostile).not.toMatch(/[\u202A-\u202E\u200B]/);
  });

  it('keeps everything inside the border when every text is as long as can be, and gives the whole of it on appended sheets', async () => {
    const file = content.files[0];
    const crowded = certificateContent({
      title: long(1000),
      kind: long(100),
      officeName: '中华人民共和国某某省某某市某某区第一公证处',
      holder: { name: long(300), kind: 'enterprise' },
      times: ['取证开始时间', '取证完成时间', '存证时间'].map((label) => ({ label, at: content.issuedAt })),
      files: [{ ...file, name: `${'a'.repeat(500)}.zip` }, ...Array.from({ length: 9 }, (_, index) => ({ ...file, name: `附件${index}.png` }))],
      verifyUrl: `https://notary.example.cn/${'x'.repeat(180)}`,
    });
    const pdf = await certificatePdf(crowded);
    const boxes = (await withFiles({ 'c.pdf': pdf }, 'pdftotext', ['-bbox', 'c.pdf', '-'])).stdout;
    const edges = [...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"/g)].map(([, ...numbers]) => numbers.map(Number));
    for (const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] of edges) {
      expect([xMin > 70, yMin > 50, xMax < 525, yMax < 800]).toEqual([true, true, true, true]);
    }
    const whole = (await textOf(pdf)).replace(/\s/g, '');
    expect(whole).toContain('存证名称（全文）');
    expect(whole.split('很长的名称').length).toBeGreaterThan(260);
    expect(whole).toContain('附件8.png');
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

// The package is CommonJS with its function under `default`.
const readQr = typeof jsQr === 'function' ? jsQr : (jsQr as { default: typeof jsQr }).default;
