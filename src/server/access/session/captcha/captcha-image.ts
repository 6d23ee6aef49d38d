import { createCanvas } from '@napi-rs/canvas';
import { randomInt } from 'node:crypto';
import { chineseFont } from '../../../platform/media/fonts.ts';

/** A PNG as a `data:` URL: rotated and shifted letters under noise, in the program's own font, because the machine may have none. */
export async function captchaImage(answer: string): Promise<string> {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  const ink = () => `hsl(${randomInt(200, 250)} 60% ${randomInt(25, 45)}%)`;
  pen.fillStyle = '#f5f6f8';
  pen.fillRect(0, 0, width, height);
  for (let line = 0; line < 4; line += 1) {
    pen.strokeStyle = ink();
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(0, randomInt(height));
    pen.bezierCurveTo(randomInt(width), randomInt(height), randomInt(width), randomInt(height), width, randomInt(height));
    pen.stroke();
  }
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  for (const [index, letter] of [...answer].entries()) {
    pen.save();
    pen.translate(((index + 0.5) * (width - 12)) / answer.length + 6, height / 2 + randomInt(-3, 4));
    pen.rotate(randomInt(-35, 36) / 100);
    pen.font = chineseFont(randomInt(24, 29), 'bold');
    pen.fillStyle = ink();
    pen.fillText(letter, 0, 1);
    pen.restore();
  }
  for (let dot = 0; dot < 40; dot += 1) {
    pen.fillStyle = ink();
    pen.fillRect(randomInt(width), randomInt(height), 1, 1);
  }
  return `data:image/png;base64,${(await canvas.encode('png')).toString('base64')}`;
}

const width = 120;
const height = 40;
