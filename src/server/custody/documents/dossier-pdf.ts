import { dossierSections, findingCounts, type Dossier } from '../../../domain/proof/dossier/lines/document.ts';
import type { DossierLine, Finding } from '../../../domain/proof/dossier/line.ts';
import { dossierTerms } from '../../../domain/proof/dossier/terms.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { drawHash, rule } from './certificate-body.ts';
import { openFonts } from './certificate-fonts.ts';
import { drawFooter, drawFrame } from './certificate-frame.ts';
import { colours, columnWidth, sheet, styles } from './certificate-layout.ts';
import { collect } from './certificate-pdf.ts';
import { drawSeal } from './certificate-seal.ts';
import { openDocument } from './open-document.ts';
import { createTextRenderer, type TextRenderer } from './text-renderer.ts';
import type { Style } from './text-runs.ts';
import { documentTitles } from '../../../domain/proof/verify/office-document.ts';

/** Content of the 审查说明 as a PDF: plain values, so that drawing looks up nothing. */
export interface DossierContent {
  readonly dossier: Dossier;
  /** SHA-256 of `dossier.json`, lower-case hex. The PDF has the same content. */
  readonly dossierSha256: string;
  readonly officeName: string;
  readonly number: string;
  readonly verifyUrl: string;
}

/** Draws the 审查说明 as an unsigned PDF: A4, as many pages as needed. Equal content gives equal bytes. */
export async function dossierPdf(content: DossierContent): Promise<Buffer> {
  const { dossier, officeName, number } = content;
  const moment = new Date(dossier.as_of.moment);
  const choose = await openFonts(JSON.stringify([content, words, introOf(content), dossierTerms, dossierSections(dossier)]));
  const doc = openDocument({ title: `${words.title} ${number}`, subject: words.subject, officeName, at: moment });
  const finished = collect(doc);
  const renderer = createTextRenderer(doc, choose);
  const page = createPage(doc, renderer);

  page.add();
  const centre = sheet.width / 2;
  renderer.writeCentred(officeName, centre, 78, styles.office);
  renderer.writeCentred('审 查 说 明', centre, 116, { ...styles.title, size: 26 });
  renderer.writeCentred(`存证编号：${number}`, centre, 140, styles.number);
  page.moveTo(152);
  for (const text of introOf(content)) page.paragraph(text, styles.value, 16);
  page.hash('dossier.json 的 SHA-256', content.dossierSha256);
  page.heading(words.terms);
  page.rest(6);
  for (const [term, meaning] of dossierTerms) page.paragraph(`${term}：${meaning}`, styles.hint, 12.5);
  let at = 0;
  for (const { title, lines } of dossierSections(dossier)) {
    lines.forEach((line, index) => {
      at += 1;
      // The last line stays with the seal, which would otherwise stand alone on a page.
      page.line(at, line, { title: index === 0 ? title : undefined, below: at === dossier.lines.length ? closingHeight : 0 });
    });
  }
  drawClosing(doc, renderer, officeName, moment, page.room(closingHeight) + 14);

  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index);
    drawFooter(renderer, number, index - start + 1, count, '存证编号');
  }
  doc.end();
  return await finished;
}

const words = {
  title: documentTitles.dossier,
  subject: '电子数据真实性审查要点',
  terms: '说明中的用语',
  number: '存证编号',
  json: 'dossier.json 的 SHA-256',
} as const;

function introOf({ dossier, verifyUrl }: DossierContent): string[] {
  const { moment, checkpoint } = dossier.as_of;
  const counts = findingCounts(dossier.lines)
    .map(([finding, count]) => `${finding} ${count} 项`)
    .join('，');
  const point = checkpoint ? `，以存证日志“${checkpoint.origin}”共 ${checkpoint.size} 条记录时的检查点为准` : '';
  return [
    `本说明逐项回答法院审查电子数据真实性时提出的问题，共 ${dossier.lines.length} 项：${counts}。`,
    `所述事实截至 ${formatTime(new Date(moment))}（北京时间）${point}。每一项都可以按所列方法用其他工具复核，不需要信任出具机构。`,
    '“无法判断”表示现有材料不足以作出结论，并说明原因，不表示对证据不利。本说明不评价电子数据的内容，也不代替法院的认定。',
    `核验地址：${verifyUrl}`,
  ];
}

const tagColours: Readonly<Record<Finding, string>> = {
  成立: '#1f7a3d',
  不成立: colours.seal,
  无法判断: '#8a5a00',
  不涉及: colours.secondary,
};

/** A text broken into lines, before its place on the page is known. */
interface Block {
  readonly lines: readonly string[];
  readonly style: Style;
  readonly leading: number;
  readonly x: number;
  readonly height: number;
}

interface Surroundings {
  readonly title: string | undefined;
  readonly below: number;
}

function createPage(doc: PDFKit.PDFDocument, renderer: TextRenderer) {
  let y = 0;
  let isFirst = true;
  const add = (): void => {
    doc.addPage();
    // The waves make up most of a page's bytes and drawing time, so only the first page has them.
    if (isFirst) drawFrame(doc);
    else drawBorder(doc);
    isFirst = false;
    y = 72;
  };
  /** Returns a y with `height` free below it, on a new page if this one is full. */
  const room = (height: number): number => {
    if (y + height > sheet.bottom) add();
    return y;
  };
  const blockOf = (words: string, style: Style, leading: number, x: number, within: number): Block => {
    const lines = renderer.lines(words, within, style);
    return { lines, style, leading, x, height: lines.length * leading };
  };
  const write = ({ lines, style, leading, x }: Block, below = 0): void => {
    for (const [at, line] of lines.entries()) {
      room(leading + (at === lines.length - 1 ? below : 0));
      renderer.write(line, x, y + leading - 4, style);
      y += leading;
    }
  };
  const heading = (words: string): void => {
    y += 12;
    doc.rect(sheet.left, y, 2.6, 12).fillColor(colours.blue).fill();
    renderer.write(words, sheet.left + 9, y + 10.5, { ...styles.heading, size: 12 });
    y += 18;
    rule(doc, y);
  };
  return {
    add,
    room,
    moveTo: (at: number): void => void (y = at),
    rest: (height: number): void => void (y += height),
    paragraph(words: string, style: Style, leading: number): void {
      write(blockOf(words, style, leading, sheet.left + 4, columnWidth - 8));
      y += 3;
    },
    hash(label: string, digits: string): void {
      y = drawHash(renderer, label, digits, room(36) + 2) + 2;
    },
    heading(words: string): void {
      room(90);
      heading(words);
    },
    /**
     * @param title of the part that begins with this line: it stands on the same page. @param below height that stays on the page with the
     * end of the line, and with all of it if it is not long.
     */
    line(at: number, { 审查要点, 依据, 结论, 说明, 材料, 复核方法 }: DossierLine, { title, below }: Surroundings): void {
      const question = blockOf(`${at}. ${审查要点}`, styles.heading, 16, sheet.left + 4, columnWidth - tagWidth - 12);
      const answer = blockOf(说明, styles.value, 15, sheet.left + 16, columnWidth - 20);
      const details = [`依据：${依据}`, `材料：${材料.join('、') || '无'}`, `复核方法：${复核方法}`].map((words) =>
        blockOf(words, styles.hint, 11.5, sheet.left + 16, columnWidth - 20),
      );
      // A line stays on one page; if it has a long list of files, at least its question and answer do.
      const head = 11 + question.height + answer.height;
      const whole = head + details.reduce((sum, { height }) => sum + height, 5);
      room((title === undefined ? 0 : 30) + (whole < (sheet.bottom - 72) / 2 ? whole + below : head));
      if (title !== undefined) heading(title);
      y += 6;
      drawTag(doc, renderer, 结论, sheet.right - tagWidth, y - 1);
      write(question);
      // The answer is wider than the question and must keep clear of the tag above its end.
      y += 3;
      write(answer);
      y += 2;
      details.forEach((block, index) => write(block, index === details.length - 1 ? below + 5 : 0));
      y += 5;
      rule(doc, y);
    },
  };
}

/** The frame's lines without its waves. */
function drawBorder(doc: PDFKit.PDFDocument): void {
  for (const [inset, width, colour] of [
    [20, 0.9, colours.gold],
    [22.5, 0.35, colours.paleBlue],
    [44, 0.6, colours.gold],
  ] as const)
    doc
      .lineWidth(width)
      .strokeColor(colour)
      .rect(inset, inset, sheet.width - 2 * inset, sheet.height - 2 * inset)
      .stroke();
}

const closingHeight = 130;
const tagWidth = 52;

/** The finding in a box, expressed by words and not by colour alone. */
function drawTag(doc: PDFKit.PDFDocument, renderer: TextRenderer, finding: Finding, x: number, y: number): void {
  const colour = tagColours[finding];
  doc.lineWidth(0.7).strokeColor(colour).roundedRect(x, y, tagWidth, 15, 2).stroke();
  renderer.writeCentred(finding, x + tagWidth / 2, y + 11, { face: 'serifBold', size: 9.5, colour });
}

/** Draws the office's name and the date over the seal, on the right. */
function drawClosing(doc: PDFKit.PDFDocument, renderer: TextRenderer, officeName: string, moment: Date, top: number): void {
  const centre = { x: sheet.right - 84, y: top + 54 };
  drawSeal(doc, renderer, officeName, centre.x, centre.y);
  renderer.writeCentred(officeName, centre.x, centre.y + 4, styles.signature);
  renderer.writeCentred(
    new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', year: 'numeric', month: 'long', day: 'numeric' }).format(moment),
    centre.x,
    centre.y + 46,
    styles.value,
  );
}
