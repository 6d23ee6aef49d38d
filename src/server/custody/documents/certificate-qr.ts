import { encode } from 'uqr';
import { colours } from './certificate-layout.ts';

/** Draws a QR code in a square of `size` points, including its quiet zone of four modules. Error correction M tolerates 15 % damage. */
export function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 });
  const step = size / modules;
  data.forEach((row, line) => {
    // One rectangle per run of dark modules avoids hairlines between neighbours.
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
