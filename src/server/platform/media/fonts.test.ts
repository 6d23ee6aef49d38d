import { createCanvas } from '@napi-rs/canvas';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { chineseFont, fontFiles } from './fonts.ts';

describe('the Chinese font', () => {
  it('draws common, rare and supplementary characters, none as the box of a missing one', () => {
    const box = inkOf('\u{10fffd}');
    const drawn = [...'公证处样例龑䶮𬱖Aa19'].map((letter) => inkOf(letter));
    for (const ink of drawn) expect(ink).not.toBe(box);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('has a bold weight of its own', () => {
    expect(inkOf('证', 'bold')).not.toBe(inkOf('证'));
  });

  it('is TrueType, as PDF writers want it', async () => {
    for (const file of Object.values(fontFiles)) expect((await readFile(file)).subarray(0, 4)).toEqual(Buffer.from([0, 1, 0, 0]));
  });
});

function inkOf(letter: string, weight: 'regular' | 'bold' = 'regular'): string {
  const canvas = createCanvas(32, 32);
  const pen = canvas.getContext('2d');
  pen.font = chineseFont(24, weight);
  pen.fillText(letter, 3, 25);
  return canvas.toBuffer('image/png').toString('base64');
}
