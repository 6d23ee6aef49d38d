import { describe, expect, it } from 'vitest';
import { turnsText, visibleLine, visibleText } from './visible-text.ts';

const codePoints = [
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  0x200e,
  0x200f,
  0x061c,
  0x200b,
  0x200c,
  0x200d,
  0x2060,
  0xfeff,
  0x00ad,
  0x034f,
  0x180e,
  0x115f,
  0x3164,
  0xffa0,
  0x2800,
  0x2028,
  0x2029,
  0x0000,
  0x0007,
  0x001b,
  0x007f,
  0x0085,
  0x009b,
  0xfff9,
  0xe0041,
];

describe('a visible text', () => {
  it.each(codePoints.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), String.fromCodePoint(code)]))(
    'shows a mark for U+%s',
    (_code, letter) => {
      expect(visibleText(`合同${letter}fdp.exe`)).toBe('合同␣fdp.exe');
      expect(turnsText(`合同${letter}fdp.exe`)).toBe(true);
    },
  );
  it.each([
    '合同 exe.pdf',
    '𠮷野家（北京）',
    '辻\u{e0100}',
    '☂\ufe0f',
    '👨\u200d👩\u200d👧',
    '🏳\ufe0f\u200d🌈',
    '第一行\n\t第二行\r\n',
    'naïve café',
    '\ue863',
    'ᠮᠣᠩᠭᠣᠯ\u180eᠠ', // The separator before a last vowel.
    'ᠠ\u180b',
  ])('leaves %j as it is', (text) => {
    expect(visibleText(text)).toBe(text);
    expect(turnsText(text)).toBe(false);
  });
  it('leaves a joiner between two letters of a joined script, and marks one at their end', () => {
    expect(visibleText('مى\u200cخواهم')).toBe('مى\u200cخواهم');
    expect(visibleText('مى\u200c')).toBe('مى␣');
  });
  it('shows a half of a pair', () => {
    expect(visibleText('a\ud83db')).toBe('a␣b');
  });
  it('of one line has no other line', () => {
    expect(visibleLine('a\nb\tc\u2028d')).toBe('a␣b␣c␣d');
  });
  it('in a script from right to left stays, and is known to turn its neighbours', () => {
    expect(visibleText('חוזה.pdf')).toBe('חוזה.pdf');
    expect(turnsText('חוזה.pdf')).toBe(true);
    expect(turnsText('عقد')).toBe(true);
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
