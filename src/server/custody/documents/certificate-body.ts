import { checkpointSize } from '../../../domain/proof/evidence/checkpoint-size.ts';
import { wholeText, type LimitedText } from '../../../domain/kit/text/limited-text.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { CertificateContent, CertificateFile } from './certificate-content.ts';
import { colours, columnWidth, sheet, styles } from './certificate-layout.ts';
import { anchorSentence, holderKinds, proves, provesNot, title } from './certificate-sentences.ts';
import type { TextRenderer } from './text-renderer.ts';
import type { Style } from './text-runs.ts';

/** Breaks texts into lines, and keeps those that had to be shortened: an appendix gives the whole of each. */
export function fitter(renderer: TextRenderer) {
  const shortened: (readonly [label: string, text: string])[] = [];
  return {
    shortened,
    /** @param kept the end of the text, which is never cut. */
    lines(label: string, text: string, { width, style, most, kept = '' }: Within): string[] {
      const whole = renderer.lines(text, width, style);
      if (whole.length <= most) return whole;
      shortened.push([label, text]);
      return renderer.lines(text, width, style, most, kept);
    },
  };
}
export type Fitter = ReturnType<typeof fitter>;

interface Within {
  readonly width: number;
  readonly style: Style;
  readonly most: number;
  readonly kept?: string;
}

/** Draws the text of the first page, top down. Returns the y below it. */
export function drawBody(doc: PDFKit.PDFDocument, renderer: TextRenderer, content: CertificateContent, fit: Fitter): number {
  let y = drawHead(doc, renderer, content);
  rule(doc, y);
  const { rows, pitch } = arranged(renderer, rowsOf(renderer, content), pitchOf(content));
  // From a row's text to the line below it.
  const drop = Math.min(6.5, pitch * 0.31);
  for (const row of rows) {
    const { text, limit } = row.value;
    const lines = fit.lines(row.label, text + limit, { width: valueWidth, style: row.style, most: row.most, kept: limit });
    y += pitch - drop;
    renderer.write(row.label, sheet.left + 4, y, styles.label);
    lines.forEach((line, index) => renderer.write(line, sheet.left + valueIndent, y + index * leadingOf(row), row.style));
    y += drop + Math.max(0, lines.length - 1) * leadingOf(row);
    rule(doc, y);
  }
  function heading(text: string): void {
    y += 12;
    doc.rect(sheet.left, y, 2.6, 11).fillColor(colours.blue).fill();
    renderer.write(text, sheet.left + 9, y + 9.6, styles.heading);
    y += 17;
  }
  function sentence(text: string): void {
    for (const line of renderer.lines(text, columnWidth - 4, styles.small)) {
      renderer.write(line, sheet.left + 4, y + 9, styles.small);
      y += 13;
    }
    y += 4;
  }
  const hash = (label: string, digits: string) => void (y = drawHash(renderer, label, digits, y));

  const [file] = content.files;
  heading(content.files.length > 1 ? '第 1 个文件的摘要' : '文件摘要');
  hash('SHA-256', file.sha256);
  hash('SM3', file.sm3);

  heading('锚定信息');
  sentence(anchorSentence(content.anchor));
  const { anchor } = content;
  if (anchor.kind === 'chain') {
    hash('区块链交易哈希', anchor.transaction);
    pair(['区块高度', String(anchor.block)], ['上链时间', formatTime(anchor.at)]);
  } else if (anchor.kind !== 'pending') {
    hash('日志叶子哈希', anchor.leafHash);
    pair([checkpointSize.label, checkpointSize.text(anchor.checkpoint)], ['检查点时间', formatTime(anchor.at)]);
  }
  if (content.timestamp) pair(['可信时间戳', formatTime(content.timestamp.at)], ['时间戳序列号', content.timestamp.serial]);
  if (content.witnessed !== undefined) y = drawWitnessed(renderer, content.witnessed, y, fit);
  function pair(...cells: readonly (readonly [label: string, text: string])[]): void {
    cells.forEach(([label, text], index) => {
      const x = sheet.left + 4 + (index * columnWidth) / 2;
      renderer.write(label, x, y + 11, styles.label);
      const [line = ''] = fit.lines(label, text, { width: columnWidth / 2 - 70, style: styles.value, most: 1 });
      renderer.write(line, x + 66, y + 11, styles.value);
    });
    y += 18;
  }

  heading('证书说明');
  return drawStatements(renderer, content, y);
}

/** Draws what the certificate proves and what it does not, side by side. Returns the y below. */
function drawStatements(renderer: TextRenderer, content: CertificateContent, y: number): number {
  const half = columnWidth / 2 - 10;
  const bottoms = [['本证书证明', proves(content)] as const, ['本证书不证明', provesNot(content)] as const].map(([head, items], column) => {
    const x = sheet.left + 4 + column * (half + 16);
    let at = y + 9;
    renderer.write(head, x, at, styles.label);
    items.forEach((item, index) => {
      at += 2;
      renderer.lines(item, half - 12, styles.small).forEach((line, part) => {
        at += 12.5;
        if (part === 0) renderer.write(`${index + 1}.`, x, at, styles.small);
        renderer.write(line, x + 12, at, styles.small);
      });
    });
    return at + 6;
  });
  return Math.max(...bottoms);
}

/** Distance between rows. A page with an extra row is denser, so that the closing part stays on it. */
function pitchOf({ replay, witnessed, notes, device, url, timestamp }: CertificateContent): number {
  const more = [replay, witnessed, device].filter((line) => line !== undefined).length;
  if (url !== undefined) return more + [notes, timestamp].filter((row) => row !== undefined).length < 3 ? 16 : leastPitch;
  if (device !== undefined && more > 1) return 15.5;
  if (notes !== undefined) return 16.5;
  return more > 0 ? 18 : 20.5;
}

interface Row {
  readonly label: string;
  readonly value: LimitedText;
  readonly style: Style;
  /** How many lines it has at most, and how many it keeps on a crowded page. */
  readonly most: number;
  readonly least: number;
}

function rowsOf(renderer: TextRenderer, content: CertificateContent): readonly Row[] {
  const { title, kind, url, holder, bracket, device, replay, notes } = content;
  const row = (label: string, value: string | LimitedText): Row => {
    return { label, value: typeof value === 'string' ? { text: value, limit: '' } : value, style: styles.value, most: 1, least: 1 };
  };
  const wrapped = (label: string, value: LimitedText): Row => {
    return { ...row(label, value), style: wrappedStyle(renderer, value), most: 3, least: 2 };
  };
  return [
    { ...row('存证名称', title), most: 2 },
    row('存证类型', kind),
    ...(url === undefined ? [] : [row('取证网址', url)]),
    { ...row('存证主体', { text: holder.name, limit: `（${holderKinds[holder.kind]}）` }), most: 2 },
    ...fileRows(content).map(([label, value]) => row(label, value)),
    ...(bracket === undefined ? [] : [wrapped('时间夹逼', bracket)]),
    ...(device === undefined ? [] : [wrapped('采集设备', device)]),
    ...(replay === undefined ? [] : [row('重放一致度', replay)]),
    ...(notes === undefined ? [] : [row('附说明', notes)]),
  ];
}

/** Makes room for rows of several lines: all rows are denser, and the first ones have fewer lines, so that the closing part stays. */
function arranged(renderer: TextRenderer, rows: readonly Row[], pitch: number): { readonly rows: readonly Row[]; readonly pitch: number } {
  const linesOf = ({ value, style, most }: Row) => Math.min(most, renderer.lines(wholeText(value), valueWidth, style).length);
  const more = rows.reduce((sum, row) => sum + (linesOf(row) - 1) * leadingOf(row), 0);
  const denser = Math.max(leastPitch, pitch - more / rows.length);
  const first = rows.find((row) => linesOf(row) > row.least);
  if (!first || more - (pitch - denser) * rows.length <= spareHeight) return { rows, pitch: Math.min(pitch, denser) };
  return arranged(
    renderer,
    rows.map((row) => (row === first ? { ...row, most: linesOf(row) - 1 } : row)),
    pitch,
  );
}

function leadingOf({ style }: Pick<Row, 'style'>): number {
  return style.size > styles.small.size ? 15 : 12;
}

/** How much lower the closing part may begin. */
const spareHeight = 12;
const leastPitch = 13.5;

type FileRow = readonly [label: string, value: string | LimitedText];

/** Rows of the file and its times. Three times fill the page, so with a bracket row the first two share one row. */
function fileRows({ files: [file, ...others], times, bracket }: CertificateContent): readonly FileRow[] {
  // The number comes first: a long name is shortened at its end.
  const which = others.length > 0 ? `共 ${others.length + 1} 个文件，见附页；第 1 个是 ` : '';
  const named: FileRow = ['文件名称', { text: which + file.name, limit: `（${formatSize(file.sizeBytes)}）` }];
  const rows = times.map(({ label, at }): FileRow => [label, `${formatTime(at)}（北京时间）`]);
  const [begun, ended] = times;
  if (bracket === undefined || rows.length < 3 || !begun || !ended) return [named, ...rows];
  return [named, ['取证时间', `${formatTime(begun.at)} 至 ${formatTime(ended.at)}（北京时间）`], ...rows.slice(2)];
}

function drawWitnessed(renderer: TextRenderer, text: string, y: number, fit: Fitter): number {
  const [width, x] = [columnWidth - 70, sheet.left + 70];
  const style = lineStyle(renderer, text, width);
  renderer.write('见证', sheet.left + 4, y + 11, styles.label);
  renderer.write(fit.lines('见证', text, { width, style, most: 1 })[0] ?? '', x, y + 11, style);
  return y + 18;
}

/** Style that fits the text on one line, however long it is: smaller, down to the limit of legibility. */
function lineStyle(renderer: TextRenderer, text: string, width: number): Style {
  if (renderer.width(text, styles.value) <= width) return styles.value;
  const fitting = Math.floor((styles.small.size * width * 20) / renderer.width(text, styles.small)) / 20;
  return { ...styles.small, size: Math.min(styles.small.size, Math.max(7, fitting)) };
}

/** Style of a row of several lines: smaller if one line does not hold the text. */
function wrappedStyle(renderer: TextRenderer, value: LimitedText): Style {
  return renderer.width(wholeText(value), styles.value) <= valueWidth ? styles.value : styles.small;
}

/** Draws a label and 64 digits (66 with 0x) spread over the column. Returns the y below. */
export function drawHash(renderer: TextRenderer, label: string, digits: string, y: number): number {
  const bare = renderer.width(digits, styles.hash);
  const spacing = Math.max(-0.6, (columnWidth - 8 - bare) / Math.max(1, digits.length - 1));
  renderer.write(label, sheet.left + 4, y + 9, styles.label);
  renderer.write(digits, sheet.left + 4, y + 22, { ...styles.hash, spacing });
  return y + 31.5;
}

export function rule(doc: PDFKit.PDFDocument, y: number): void {
  doc.lineWidth(0.4).strokeColor(colours.line).moveTo(sheet.left, y).lineTo(sheet.right, y).stroke();
}

export function formatSize(sizeBytes: CertificateFile['sizeBytes']): string {
  return `${sizeBytes.toLocaleString('en-US')} 字节`;
}

function drawHead(doc: PDFKit.PDFDocument, renderer: TextRenderer, content: CertificateContent): number {
  const centre = sheet.width / 2;
  renderer.writeCentred(content.officeName, centre, 78, styles.office);
  renderer.writeCentred(title, centre, 118, styles.title);
  doc.lineWidth(0.6).strokeColor(colours.gold);
  doc
    .moveTo(centre - 120, 133)
    .lineTo(centre - 8, 133)
    .moveTo(centre + 8, 133)
    .lineTo(centre + 120, 133)
    .stroke();
  doc
    .polygon([centre - 4, 133], [centre, 129.5], [centre + 4, 133], [centre, 136.5])
    .fillColor(colours.gold)
    .fill();
  renderer.writeCentred(`证书编号：${content.number}`, centre, 155, styles.number);
  return 166;
}

const valueIndent = 84;
const valueWidth = columnWidth - valueIndent;
