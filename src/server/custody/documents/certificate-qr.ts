import { encode } from 'uqr';
import { colours } from './certificate-layout.ts';

/** A QR code of `text` in a square of `size` points, its quiet zone of four modules included. Error correction M: a print may lose 15 %. */
export function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 });
  const step = size / modules;
  data.forEach((row, line) => {
    // One rectangle for each run of dark modules: no hairlines between neighbours.
    for (let start = 0; start < row.length; start++) {
      if (!row[start]) continue;
      let end = start;
      while (row[end]) end++;
      doc.rect(x + start * step, y + line * step, (end - start) * step, step);
      start = end;
    }
  });
  doc.fillColor(colours.ink).fill();
}
