import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { chineseFont } from '../../server/platform/media/fonts.ts';

export type Pen = SKRSContext2D;

/**
 * A picture in progress. The pen uses units of `width` × `height`; the canvas has seven pixels for eight units, because encoding pixels is
 * the costly part.
 */
export interface Sheet {
  readonly canvas: Canvas;
  readonly pen: Pen;
  readonly width: number;
  readonly height: number;
}
const pixelsPerUnit = 0.875;

/**
 * A kind of picture whose constant part (paper, pattern, captions) is drawn once and copied for each picture, because a demo has a thousand
 * of them. @returns a function that makes a new sheet with that part on it.
 */
export function template(width: number, height: number, paint: (pen: Pen) => void): () => Sheet {
  let master: Canvas | undefined;
  const scaled = (): Sheet => {
    const canvas = createCanvas(Math.round(width * pixelsPerUnit), Math.round(height * pixelsPerUnit));
    const pen = canvas.getContext('2d');
    if (master) pen.drawImage(master, 0, 0);
    pen.scale(pixelsPerUnit, pixelsPerUnit);
    return { canvas, pen, width, height };
  };
  return () => {
    if (!master) {
      const sheet = scaled();
      paint(sheet.pen);
      master = sheet.canvas;
    }
    return scaled();
  };
}

/** Encodes the sheet as a JPEG with 样例 across it, so that nobody takes an invented document for a real one. Runs off the main thread. */
export function finish({ canvas, pen, width, height }: Sheet): Promise<Buffer> {
  const side = Math.min(width, height);
  pen.save();
  pen.translate(width / 2, height / 2);
  pen.rotate(-0.42);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = chineseFont(Math.round(side * 0.26), 'bold');
  pen.fillStyle = 'rgba(200, 40, 40, 0.17)';
  pen.fillText('样 例', 0, 0);
  pen.font = chineseFont(Math.round(side * 0.042));
  pen.fillStyle = 'rgba(200, 40, 40, 0.5)';
  pen.fillText('样例 · 仅供演示 · 内容均为虚构', 0, side * 0.2);
  pen.restore();
  return canvas.encode('jpeg', 75);
}

export interface TextStyle {
  readonly size: number;
  readonly weight?: 'regular' | 'bold';
  readonly ink?: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly spacing?: number;
}

/** One line of text; `y` is its baseline. */
export function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  { size, weight = 'regular', ink = '#20242c', align = 'left', spacing = 0 }: TextStyle,
): void {
  pen.font = chineseFont(size, weight);
  pen.fillStyle = ink;
  pen.textAlign = align;
  pen.letterSpacing = `${spacing}px`;
  pen.fillText(text, x, y);
  pen.letterSpacing = '0px';
}

/** Wraps text after at most `perLine` Chinese characters, which have one width. Digits and Latin letters count about half. */
export function writeWrapped(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  style: TextStyle & { perLine: number; lineHeight: number },
): void {
  let line = '';
  let width = 0;
  let row = 0;
  for (const letter of text) {
    const step = letter.charCodeAt(0) < 128 ? 0.56 : 1;
    if (width + step > style.perLine) {
      write(pen, line, x, y + row * style.lineHeight, style);
      [line, width, row] = ['', 0, row + 1];
    }
    line += letter;
    width += step;
  }
  write(pen, line, x, y + row * style.lineHeight, style);
}

/** Fine waves over an area, as on security paper. */
export function waves(pen: Pen, width: number, height: number, ink: string, gap = 7): void {
  pen.strokeStyle = ink;
  pen.lineWidth = 0.8;
  for (let y = -20; y < height + 20; y += gap) {
    pen.beginPath();
    pen.moveTo(0, y);
    for (let x = 0; x < width; x += 60) pen.bezierCurveTo(x + 20, y + 14, x + 40, y - 14, x + 60, y);
    pen.stroke();
  }
}

/** A round red seal with a star and its owner's name along the rim. */
export function seal(pen: Pen, text: string, x: number, y: number, radius: number): void {
  pen.save();
  pen.translate(x, y);
  pen.strokeStyle = 'rgba(205, 38, 38, 0.85)';
  pen.lineWidth = radius * 0.06;
  pen.beginPath();
  pen.arc(0, 0, radius, 0, Math.PI * 2);
  pen.stroke();
  star(pen, 0, 0, radius * 0.3, 'rgba(205, 38, 38, 0.85)');
  const letters = [...text];
  const arc = Math.min(Math.PI * 1.5, letters.length * 0.33);
  pen.font = chineseFont(Math.round(Math.min(radius * 0.3, (arc * radius * 0.72) / letters.length)));
  pen.fillStyle = 'rgba(205, 38, 38, 0.85)';
  pen.textAlign = 'center';
  for (const [at, letter] of letters.entries()) {
    pen.save();
    pen.rotate(letters.length === 1 ? 0 : (at / (letters.length - 1) - 0.5) * arc);
    pen.fillText(letter, 0, -radius * 0.64);
    pen.restore();
  }
  pen.restore();
}

export function star(pen: Pen, x: number, y: number, radius: number, ink: string): void {
  pen.fillStyle = ink;
  pen.beginPath();
  for (let point = 0; point < 10; point += 1) {
    const reach = point % 2 === 0 ? radius : radius * 0.4;
    const angle = (point * Math.PI) / 5 - Math.PI / 2;
    pen.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  pen.closePath();
  pen.fill();
}

export function roundedBox(pen: Pen, x: number, y: number, width: number, height: number, radius: number): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
}
