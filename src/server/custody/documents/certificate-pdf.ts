import { drawBody, drawHash, fitter, type Fitter, formatSize, rule } from './certificate-body.ts';
import type { CertificateContent, CertificateKeys } from './certificate-content.ts';
import { openFonts } from './certificate-fonts.ts';
import { drawFooter, drawFrame, drawSandboxNotice, drawWatermark } from './certificate-frame.ts';
import { columnWidth, sheet, styles } from './certificate-layout.ts';
import { drawQr } from './certificate-qr.ts';
import { drawSeal } from './certificate-seal.ts';
import * as words from './certificate-sentences.ts';
import { openDocument } from './open-document.ts';
import { createTextRenderer, type TextRenderer } from './text-renderer.ts';

/**
 * Draws the evidence certificate as an unsigned PDF: one A4 page, and an appendix if there are several files or a text that does not fit.
 * Equal content gives equal bytes. @throws RangeError if there are more than three times.
 */
export async function certificatePdf(content: CertificateContent): Promise<Buffer> {
  if (content.times.length > 3) throw new RangeError('a certificate has room for three times');
  const choose = await openFonts(JSON.stringify([content, words]));
  const doc = openDocument({
    title: `${words.title} ${content.number}`,
    subject: content.title,
    officeName: content.officeName,
    at: content.issuedAt,
  });
  const finished = collect(doc);
  const renderer = createTextRenderer(doc, choose);
  const addPage = () => {
    doc.addPage();
    drawWatermark(doc, renderer, content.number);
    drawFrame(doc);
  };

  addPage();
  const fit = fitter(renderer);
  const y = drawBody(doc, renderer, content, fit);
  // There are three or four rows of keys. Four start higher, so that the last one keeps clear of the footer.
  const hasFour = content.keys?.sm2Sha256 !== undefined;
  const closing = Math.max(y + 8, hasFour ? 639 : 644);
  drawClosing(doc, renderer, { content, fit }, closing);
  const below = closing + 110;
  const hasRoom = below <= (hasFour ? 755 : 764);
  if (content.keys && hasRoom) drawKeys(renderer, content.keys, below, fit);
  const full = fit.shortened.map(([label, text]) => [`${label}（全文）`, text] as const);
  drawAppendix(doc, renderer, content, hasRoom || !content.keys ? full : [...full, ...keyRows(content.keys)], addPage);

  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    drawFooter(renderer, content.number, page - start + 1, count);
    if (content.sandboxNotice !== undefined) drawSandboxNotice(doc, renderer, content.sandboxNotice);
  }
  doc.end();
  return await finished;
}

/** Draws the QR code and address on the left, the office's name and date over the seal on the right. */
function drawClosing(
  doc: PDFKit.PDFDocument,
  renderer: TextRenderer,
  { content, fit }: { content: CertificateContent; fit: Fitter },
  top: number,
): void {
  const qr = 92;
  drawQr(doc, content.verifyUrl, sheet.left - 6, top + 8, qr);
  const x = sheet.left + qr + 2;
  let y = top + 26;
  renderer.write('核验地址', x, y, styles.label);
  for (const line of fit.lines('核验地址', content.verifyUrl, { width: 172, style: styles.address, most: 4 }))
    renderer.write(line, x, (y += 13), styles.address);
  y += 4;
  for (const line of renderer.lines(words.verifyHint, 172, styles.hint)) renderer.write(line, x, (y += 12), styles.hint);

  // The seal comes first: black over red looks like a stamp over print, and the words stay readable.
  const centre = { x: sheet.right - 84, y: top + 54 };
  drawSeal(doc, renderer, content.officeName, centre.x, centre.y);
  const natural = renderer.width(content.officeName, styles.signature);
  const style = { ...styles.signature, size: styles.signature.size * Math.min(1, Math.max(0.75, 172 / natural)) };
  const lines = renderer.lines(content.officeName, 176, style, 2);
  lines.forEach((line, index) => renderer.writeCentred(line, centre.x, centre.y + 4 - (lines.length - 1 - index) * 15, style));
  renderer.writeCentred(formatDay(content.issuedAt), centre.x, centre.y + 46, styles.value);
}

/** Rows of a label and a value, to compare the package with. */
function keyRows(keys: CertificateKeys): readonly (readonly [label: string, text: string])[] {
  return [
    ['日志公钥 SHA-256', keys.logKeySha256],
    ['签名证书 SHA-256', keys.officeSha256],
    ...(keys.sm2Sha256 === undefined ? [] : [['国密 SM2 证书', keys.sm2Sha256] as const]),
    ['以上公布于', keys.publishedAt],
  ];
}

function drawKeys(renderer: TextRenderer, keys: CertificateKeys, top: number, fit: Fitter): void {
  keyRows(keys).forEach(([label, text], row) => {
    const y = top + row * 9;
    renderer.write(label, sheet.left, y, styles.hint);
    for (const line of fit.lines(label, text, { width: columnWidth - 74, style: styles.key, most: 1 }))
      renderer.write(line, sheet.left + 74, y, styles.key);
  });
}

function drawAppendix(
  doc: PDFKit.PDFDocument,
  renderer: TextRenderer,
  content: CertificateContent,
  rows: readonly (readonly [string, string])[],
  addPage: () => void,
): void {
  const isNeeded = rows.length > 0 || content.files.length > 1;
  if (!isNeeded) return;
  let y = Infinity;
  const room = (height: number) => {
    if (y + height <= sheet.bottom) return;
    addPage();
    renderer.writeCentred('附页', sheet.width / 2, 84, { ...styles.office, size: 16 });
    rule(doc, (y = 100));
    y += 8;
  };
  const paragraph = (label: string, text: string) => {
    room(30);
    renderer.write(label, sheet.left + 4, (y += 14), styles.label);
    for (const line of renderer.lines(text, columnWidth - 8, styles.value)) {
      room(16);
      renderer.write(line, sheet.left + 4, (y += 16), styles.value);
    }
    y += 8;
  };
  for (const [label, text] of rows) paragraph(label, text);
  if (content.files.length === 1) return;
  content.files.forEach((file, index) => {
    room(120);
    paragraph(`文件 ${index + 1}，共 ${content.files.length} 个`, `${file.name}（${formatSize(file.sizeBytes)}）`);
    y = drawHash(renderer, 'SHA-256', file.sha256, y);
    y = drawHash(renderer, 'SM3', file.sm3, y);
    rule(doc, (y += 4));
  });
}

function formatDay(at: Date): string {
  const parts = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', year: 'numeric', month: 'long', day: 'numeric' });
  return parts.format(at);
}

export function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
