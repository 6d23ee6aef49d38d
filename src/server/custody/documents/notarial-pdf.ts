import { formatTime } from '../../../domain/kit/text/time.ts';
import { drawHash, rule } from './certificate-body.ts';
import { openFonts } from './certificate-fonts.ts';
import { drawFooter, drawFrame, drawSandboxNotice } from './certificate-frame.ts';
import { columnWidth, sheet as paper, styles } from './certificate-layout.ts';
import { collect } from './certificate-pdf.ts';
import { drawQr } from './certificate-qr.ts';
import { drawSeal } from './certificate-seal.ts';
import { openDocument } from './open-document.ts';
import { createTextRenderer, type TextRenderer } from './text-renderer.ts';
import { documentTitles } from '../../../domain/proof/verify/office-document.ts';

/** Content of a notarial document: plain values, so that drawing looks up nothing. */
export interface NotarialContent {
  /** For example （2026）存公证字第1号. */
  readonly number: string;
  readonly officeName: string;
  /** See `CertificateContent.sandboxNotice`. */
  readonly sandboxNotice?: string;
  readonly applicant: { readonly name: string; readonly idcard: string; readonly address: string };
  readonly appliedAt: Date;
  readonly passedAt: Date;
  /** Real name of the acceptor, whoever approved the application. */
  readonly notary: string;
  /** Number of the office's practising licence on the day of the issue; undefined if the office has recorded none. */
  readonly licence?: string;
  /** Where the document can be verified; on every page as text and as a QR code. */
  readonly verifyUrl: string;
  /** 1 to 200 items, in the order of the application. */
  readonly evidence: readonly NotarialEvidence[];
}
export interface NotarialEvidence {
  readonly number: string;
  readonly title: string;
  readonly kind: string;
  readonly fileName: string;
  readonly savedAt: Date;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Draws the notarial document of preserved evidence as an unsigned PDF: A4, as many pages as needed. Equal content gives equal bytes. */
export async function notarialPdf(content: NotarialContent): Promise<Buffer> {
  const choose = await openFonts(JSON.stringify([content, words, statements(content)]));
  const doc = openDocument({
    title: `${documentTitles.notarial} ${content.number}`,
    subject: words.subject,
    officeName: content.officeName,
    at: content.passedAt,
  });
  const finished = collect(doc);
  const renderer = createTextRenderer(doc, choose);
  const page = createPage(doc, renderer);

  page.add();
  const centre = sheet.width / 2;
  renderer.writeCentred(content.officeName, centre, 78, styles.office);
  renderer.writeCentred('公　证　书', centre, 118, styles.title);
  renderer.writeCentred(content.number, centre, 148, styles.number);
  page.moveTo(170);
  for (const [label, text] of factsOf(content)) page.row(label, text);
  page.gap(10);
  for (const text of statements(content)) page.paragraph(text);
  page.gap(4);
  page.heading(words.list);
  // The last item stays with the seal, which would otherwise stand alone on a page.
  content.evidence.forEach((evidence, at) => page.evidence(at + 1, evidence, at + 1 === content.evidence.length ? closingHeight : 0));
  drawClosing(doc, renderer, content, page.room(closingHeight) + 20);

  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at);
    drawVerification(doc, renderer, content.verifyUrl);
    drawFooter(renderer, content.number, at - start + 1, count, '公证书编号');
    if (content.sandboxNotice !== undefined) drawSandboxNotice(doc, renderer, content.sandboxNotice);
  }
  doc.end();
  return await finished;
}

const words = {
  subject: '保全证据（电子数据）',
  list: '公证证据清单',
  verify: '扫描二维码或者访问以上网址，选择本公证书的电子文件（PDF）核验。文件在您的设备上核验，不会上传。',
} as const;

function factsOf({ applicant, appliedAt, passedAt }: NotarialContent): [string, string][] {
  return [
    ['申请人', applicant.name],
    ['证件号码', applicant.idcard],
    ['地　址', applicant.address],
    ['公证事项', words.subject],
    ['申请时间', `${formatTime(appliedAt)}（北京时间）`],
    ['出具时间', `${formatTime(passedAt)}（北京时间）`],
  ];
}

/** States only what the office itself has observed. */
function statements({ applicant, officeName, evidence }: NotarialContent): string[] {
  return [
    `申请人${applicant.name}向${officeName}申请对其保存于本机构的电子数据办理保全证据公证。`,
    `兹证明：下列 ${evidence.length} 份电子数据由本机构在所列时间接收并保存，保存期间未被改动，其摘要（SHA-256）与所列一致。`,
    '本公证书不证明电子数据的内容真实、合法。电子数据原件与其存证证书由本机构保存，可以凭存证编号核验。',
  ];
}

function createPage(doc: PDFKit.PDFDocument, renderer: TextRenderer) {
  let y = 0;
  const add = (): void => {
    doc.addPage();
    drawFrame(doc);
    y = top;
  };
  /** Returns a y with `height` free below it, on a new page if this one is full. */
  const room = (height: number): number => {
    if (y + height > sheet.bottom) add();
    return y;
  };
  const linesOf = (text: string) => renderer.lines(text, columnWidth - indent, styles.value);
  /** A text that is higher than a page goes on over the next ones. */
  const row = (label: string, text: string): void => {
    const lines = linesOf(text);
    room(Math.min(20 + lines.length * 15, sheet.bottom - top));
    renderer.write(label, sheet.left + 4, y + 14, styles.label);
    for (const line of lines) {
      room(20);
      renderer.write(line, sheet.left + indent, y + 14, styles.value);
      y += 15;
    }
    y += 5.5;
    rule(doc, y);
  };
  return {
    add,
    room,
    row,
    moveTo: (at: number): void => void (y = at),
    gap: (height: number): void => void (y += height),
    paragraph(text: string): void {
      for (const line of renderer.lines(text, columnWidth - 8, styles.value)) {
        room(18);
        renderer.write(line, sheet.left + 4, y + 12, styles.value);
        y += 18;
      }
      y += 4;
    },
    heading(text: string): void {
      room(40);
      renderer.write(text, sheet.left + 4, y + 14, styles.heading);
      y += 22;
      rule(doc, y);
    },
    /** @param below height that has to stay on the page with the end of the item, and with all of it if a page is high enough. */
    evidence(at: number, { number, title, kind, fileName, savedAt, sha256 }: NotarialEvidence, below: number): void {
      const rows = [
        [`第 ${at} 份`, title],
        ['存证编号', number],
        ['文　件', `${fileName}（${kind}）`],
        ['存证时间', `${formatTime(savedAt)}（北京时间）`],
      ] as const;
      const height = rows.reduce((sum, [, text]) => sum + 20.5 + (linesOf(text).length - 1) * 15, hashHeight);
      room(height + below <= sheet.bottom - top ? height + below : 112);
      for (const [label, text] of rows) row(label, text);
      room(hashHeight + below);
      y = drawHash(renderer, 'SHA-256', sha256, y + 4);
      rule(doc, y);
    },
  };
}

/** The page with the bounds of its text, above the verification. */
const sheet = { ...paper, bottom: 704 } as const;
const indent = 84;
const top = 84;
const hashHeight = 40;
const closingHeight = 150;

/** Draws the address of the verification beside its QR code, at the foot of a page. */
function drawVerification(doc: PDFKit.PDFDocument, renderer: TextRenderer, verifyUrl: string): void {
  const [y, size] = [sheet.bottom + 8, 62];
  rule(doc, y - 2);
  drawQr(doc, verifyUrl, sheet.left - 4, y, size);
  const x = sheet.left + size + 2;
  renderer.write('核验地址', x, y + 18, styles.label);
  renderer.lines(verifyUrl, sheet.right - x, styles.address, 2).forEach((line, at) => {
    renderer.write(line, x, y + 32 + at * 11, styles.address);
  });
  renderer.write(words.verify, x, y + 55, styles.hint);
}

/** Draws the notary and the licence on the left, the office's name and the date over the seal on the right. */
function drawClosing(
  doc: PDFKit.PDFDocument,
  renderer: TextRenderer,
  { officeName, notary, licence, passedAt }: NotarialContent,
  top: number,
): void {
  const centre = { x: sheet.right - 84, y: top + 58 };
  drawSeal(doc, renderer, officeName, centre.x, centre.y);
  renderer.write(`公证员　${notary}`, sheet.left + 4, centre.y + 4, styles.value);
  if (licence !== undefined)
    renderer.lines(`执业许可证号　${licence}`, centre.x - 100 - sheet.left, styles.small, 2).forEach((line, at) => {
      renderer.write(line, sheet.left + 4, centre.y + 26 + at * 12, styles.small);
    });
  const natural = renderer.width(officeName, styles.signature);
  const style = { ...styles.signature, size: styles.signature.size * Math.min(1, Math.max(0.75, 172 / natural)) };
  const lines = renderer.lines(officeName, 176, style, 2);
  lines.forEach((line, at) => renderer.writeCentred(line, centre.x, centre.y + 4 - (lines.length - 1 - at) * 15, style));
  renderer.writeCentred(
    new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', year: 'numeric', month: 'long', day: 'numeric' }).format(passedAt),
    centre.x,
    centre.y + 46,
    styles.value,
  );
}
