import { colours } from './certificate-layout.ts';
import { sealName } from '../../../domain/kit/text/office.ts';
import type { TextRenderer } from './text-renderer.ts';

/**
 * Draws a round seal centred at (x, y): the office's name on an arc, a star, and the seal's own name below. It is made of outlines, a
 * picture, whereas the name and date printed over it are text that can be copied.
 */
export function drawSeal(doc: PDFKit.PDFDocument, renderer: TextRenderer, officeName: string, x: number, y: number): void {
  doc.save().translate(x, y).fillOpacity(0.86).strokeOpacity(0.86).strokeColor(colours.seal).fillColor(colours.seal);
  doc.lineWidth(2.2).circle(0, 0, radius).stroke();
  doc
    .lineWidth(0.5)
    .circle(0, 0, radius - 3.4)
    .stroke();
  drawStar(doc, 15.5);
  drawArc(doc, renderer, officeName);
  drawLine(doc, renderer, sealName, 8, 27);
  doc.restore();
}

export const radius = 51;

function drawStar(doc: PDFKit.PDFDocument, size: number): void {
  for (let tip = 0; tip < 10; tip++) {
    const r = tip % 2 === 0 ? size : size * 0.382;
    const angle = (tip * Math.PI) / 5 - Math.PI / 2;
    const point = [r * Math.cos(angle), r * Math.sin(angle) - 1] as const;
    if (tip === 0) doc.moveTo(...point);
    else doc.lineTo(...point);
  }
  doc.closePath().fill();
}

/** Runs from the lower left over the top to the lower right. Long names get narrower characters, not a longer arc. */
function drawArc(doc: PDFKit.PDFDocument, renderer: TextRenderer, name: string): void {
  const characters = [...name];
  const span = Math.min(236, characters.length * 24);
  const size = Math.min(13.5, ((span / 180) * Math.PI * (radius - 12)) / Math.max(1, characters.length));
  characters.forEach((character, index) => {
    const angle =
      characters.length === 1 ? 0 : (index / (characters.length - 1) - 0.5) * span * ((characters.length - 1) / characters.length);
    doc
      .save()
      .rotate(angle)
      .translate(0, -(radius - 18));
    drawGlyph(doc, renderer, character, size);
    doc.restore();
  });
}

function drawLine(doc: PDFKit.PDFDocument, renderer: TextRenderer, text: string, size: number, y: number): void {
  const width = [...text].length * (size + 0.6);
  [...text].forEach((character, index) => {
    doc.save().translate(-width / 2 + (index + 0.5) * (size + 0.6), y);
    drawGlyph(doc, renderer, character, size);
    doc.restore();
  });
}

/** Draws one character centred horizontally on the origin, which lies on its baseline. */
function drawGlyph(doc: PDFKit.PDFDocument, renderer: TextRenderer, character: string, size: number): void {
  const { path, scale, advance } = renderer.outline(character, 'serifBold');
  if (path === '') return;
  doc
    .save()
    .translate((-advance * size) / 2, 0)
    .scale(scale * size, -scale * size)
    .path(path)
    .fillColor(colours.seal)
    .fill()
    .restore();
}
