import { colours, sheet, styles } from './certificate-layout.ts';
import type { TextRenderer } from './text-renderer.ts';

/** Draws the border of a page: bands of interlaced waves between fine lines, with a rosette in each corner. */
export function drawFrame(doc: PDFKit.PDFDocument): void {
  doc.save().lineWidth(0.35);
  for (const { inset, width, colour } of rules) {
    doc
      .lineWidth(width)
      .strokeColor(colour)
      .rect(inset, inset, sheet.width - 2 * inset, sheet.height - 2 * inset)
      .stroke();
  }
  doc.lineWidth(0.3);
  for (const edge of edges) {
    for (let wave = 0; wave < waves; wave++) {
      doc.strokeColor(wave % 3 === 0 ? colours.paleGold : colours.paleBlue);
      drawWave(doc, edge, (wave / waves) * 2 * Math.PI);
      doc.stroke();
    }
  }
  for (const x of [corner, sheet.width - corner]) for (const y of [corner, sheet.height - corner]) drawRosette(doc, x, y, bandHalf + 4);
  doc.restore();
}

/** Draws the number twice across the page, large and faint. Outlines instead of text keep copied text clean. */
export function drawWatermark(doc: PDFKit.PDFDocument, renderer: TextRenderer, number: string): void {
  const size = Math.min(40, (sheet.width * 0.78) / Math.max(1, [...number].length * 0.56));
  for (const y of [sheet.height * 0.42, sheet.height * 0.75]) {
    doc
      .save()
      .translate(sheet.width / 2, y)
      .rotate(-28);
    const outlines = [...number].map((character) => renderer.outline(character, 'serifBold'));
    let x = -outlines.reduce((sum, { advance }) => sum + advance * size, 0) / 2;
    for (const { path, scale, advance } of outlines) {
      if (path !== '')
        doc
          .save()
          .translate(x, 0)
          .scale(scale * size, -scale * size)
          .path(path)
          .fillColor(colours.blue, 0.05)
          .fill()
          .restore();
      x += advance * size;
    }
    doc.restore();
  }
}

/** Draws the notice on top of everything: one line of text at the head of the page, and three times across it as outlines. */
export function drawSandboxNotice(doc: PDFKit.PDFDocument, renderer: TextRenderer, notice: string): void {
  renderer.writeCentred(notice, sheet.width / 2, 59, styles.sandboxNotice);
  const outlines = [...notice].map((character) => renderer.outline(character, 'serifBold'));
  const size = (sheet.width * 0.86) / outlines.reduce((sum, { advance }) => sum + advance, 0);
  for (const y of [sheet.height * 0.3, sheet.height * 0.55, sheet.height * 0.8]) {
    doc
      .save()
      .translate(sheet.width / 2, y)
      .rotate(-28)
      .translate(-sheet.width * 0.43, 0);
    for (const { path, scale, advance } of outlines) {
      if (path !== '')
        doc
          .save()
          .scale(scale * size, -scale * size)
          .path(path)
          .fillColor(colours.seal, 0.22)
          .fill()
          .restore();
      doc.translate(advance * size, 0);
    }
    doc.restore();
  }
}

export function drawFooter(renderer: TextRenderer, number: string, page: number, pages: number, label = '证书编号'): void {
  const y = sheet.height - 52;
  renderer.write(`${label} ${number}`, sheet.left, y, styles.footer);
  const text = `第 ${page} 页，共 ${pages} 页`;
  renderer.write(text, sheet.right - renderer.width(text, styles.footer), y, styles.footer);
}

const corner = 32;
const bandHalf = 7;
const waves = 6;
const waveLength = 30;
const rules = [
  { inset: 20, width: 0.9, colour: colours.gold },
  { inset: 22.5, width: 0.35, colour: colours.paleBlue },
  { inset: 41.5, width: 0.35, colour: colours.paleBlue },
  { inset: 44, width: 0.6, colour: colours.gold },
];

type Edge = (along: number, across: number) => readonly [x: number, y: number];
const reach = { x: sheet.width - 2 * corner, y: sheet.height - 2 * corner };
const edges: readonly { readonly length: number; readonly at: Edge }[] = [
  { length: reach.x, at: (along, across) => [corner + along, corner + across] },
  { length: reach.x, at: (along, across) => [corner + along, sheet.height - corner + across] },
  { length: reach.y, at: (along, across) => [corner + across, corner + along] },
  { length: reach.y, at: (along, across) => [sheet.width - corner + across, corner + along] },
];

/** Draws a sine as Bézier curves of a quarter wave each, whose amplitude rises and falls along the edge. */
function drawWave(doc: PDFKit.PDFDocument, { length, at }: (typeof edges)[number], phase: number): void {
  const count = Math.round(length / waveLength) * 4;
  const step = length / count;
  const height = (index: number) => {
    const swell = 0.72 + 0.28 * Math.cos((index * Math.PI) / 4);
    return bandHalf * swell * Math.sin((index * Math.PI) / 2 + phase);
  };
  const slope = (index: number) => (height(index + 0.01) - height(index - 0.01)) / 0.02;
  doc.moveTo(...at(0, height(0)));
  for (let index = 0; index < count; index++) {
    const [x1, y1] = at((index + 1 / 3) * step, height(index) + slope(index) / 3);
    const [x2, y2] = at((index + 2 / 3) * step, height(index + 1) - slope(index + 1) / 3);
    const [x, y] = at((index + 1) * step, height(index + 1));
    doc.bezierCurveTo(x1, y1, x2, y2, x, y);
  }
}

function drawRosette(doc: PDFKit.PDFDocument, x: number, y: number, radius: number): void {
  doc
    .circle(x, y, radius + 1)
    .fillColor('white')
    .fill();
  for (const [turn, colour] of [
    [0, colours.paleBlue],
    [1, colours.paleGold],
    [2, colours.paleBlue],
  ] as const) {
    doc.strokeColor(colour);
    const points = 96;
    for (let index = 0; index <= points; index++) {
      const angle = (index / points) * 2 * Math.PI;
      const r = radius * (0.62 + 0.38 * Math.cos(8 * angle + (turn * 2 * Math.PI) / 3));
      const point = [x + r * Math.cos(angle), y + r * Math.sin(angle)] as const;
      if (index === 0) doc.moveTo(...point);
      else doc.lineTo(...point);
    }
    doc.stroke();
  }
  doc
    .strokeColor(colours.gold)
    .circle(x, y, radius + 1)
    .stroke();
}
