import { checkpointSize } from '../../../domain/proof/evidence/checkpoint-size.ts';
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
    lines(label: string, text: string, { width, style, most }: { width: number; style: Style; most: number }): string[] {
      const lines = renderer.lines(text, width, style, most);
      if (lines.at(-1)?.endsWith('…') && !text.endsWith('…')) shortened.push([label, text]);
      return lines;
    },
  };
}
export type Fitter = ReturnType<typeof fitter>;

/** Draws the text of the first page, top down. Returns the y below it. */
export function drawBody(doc: PDFKit.PDFDocument, renderer: TextRenderer, content: CertificateContent, fit: Fitter): number {
  let y = drawHead(doc, renderer, content);
  const pitch = pitchOf(content);
  // From a row's text to the line below it.
  const drop = Math.min(6.5, pitch * 0.31);

  function row(label: string, text: string, most = 1, style: Style = styles.value): void {
    const lines = fit.lines(label, text, { width: columnWidth - valueIndent, style, most });
    y += pitch - drop;
    renderer.write(label, sheet.left + 4, y, styles.label);
    lines.forEach((line, index) => renderer.write(line, sheet.left + valueIndent, y + index * 15, style));
    y += drop + Math.max(0, lines.length - 1) * 15;
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
  rule(doc, y);
  row('存证名称', content.title, 2);
  row('存证类型', content.kind);
  if (content.url !== undefined) row('取证网址', content.url);
  row('存证主体', `${content.holder.name}（${holderKinds[content.holder.kind]}）`, 2);
  for (const [label, text] of fileRows(content)) row(label, text);
  if (content.bracket !== undefined) row('时间夹逼', content.bracket, 1, lineStyle(renderer, content.bracket, columnWidth - valueIndent));
  // Its end says that nobody checked it, so it is wrapped rather than cut.
  if (content.device !== undefined) row('采集设备', content.device, 3, wrapped(renderer, content.device));
  if (content.replay !== undefined) row('重放一致度', content.replay);
  if (content.notes !== undefined) row('附说明', content.notes);

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
  if (url !== undefined) return more + [notes, timestamp].filter((row) => row !== undefined).length < 3 ? 16 : 13.5;
  if (device !== undefined && more > 1) return 15.5;
  if (notes !== undefined) return 16.5;
  return more > 0 ? 18 : 20.5;
}

/** Rows of the file and its times. Three times fill the page, so with a bracket row the first two share one row. */
function fileRows({ files: [file, ...others], times, bracket }: CertificateContent): readonly (readonly [label: string, text: string])[] {
  // The number comes first: a long name is shortened at its end.
  const which = others.length > 0 ? `共 ${others.length + 1} 个文件，见附页；第 1 个是 ` : '';
  const named = ['文件名称', `${which}${file.name}（${formatSize(file.sizeBytes)}）`] as const;
  const rows = times.map(({ label, at }) => [label, `${formatTime(at)}（北京时间）`] as const);
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
function wrapped(renderer: TextRenderer, text: string): Style {
  return renderer.width(text, styles.value) <= columnWidth - valueIndent ? styles.value : styles.small;
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
