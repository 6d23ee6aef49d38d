import { describe, expect, it } from 'vitest';
import { givenText, showsNothing, turnsText, visibleLine, visibleText } from './visible-text.ts';

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

// codidact/qpixel#135, XiovV/calich#251, openstreetmap/openstreetmap-website#4538: names of characters that show nothing.
it.each([
  '',
  ' \t\r\n',
  '\u3000',
  '\u00a0\u2009\u202f\u205f',
  '\u200b',
  '\u200d\u200d',
  '\ufeff\u2060',
  '\u3164',
  '\u115f\u1160\uffa0',
  '\u2800',
  '\ufffc',
  '\u00ad',
  '\u202e\u202c',
  '\u{e0041}\u{e007f}',
  '\u180e\u034f',
  '\ufe0f',
  '\u{1d159}',
  '\ue000',
  '\uf8ff\u{f0000}\u{10fffd}',
  '\u0301',
  ' \u0323\u0301',
  '\u0378',
  '\u200b \u3000\u0301\ue000',
])('%j shows nothing', (text) => {
  expect(showsNothing(text)).toBe(true);
  expect(givenText(text)).toBe('');
});

it.each([
  ['张三', '张三'],
  [' 张三\u3000', '张三'],
  ['\u200b张三\u200b', '\u200b张三\u200b'],
  ['王\ue863', '王\ue863'],
  ['\ue863', '\ue863'],
  ['\ue000公司', '\ue000公司'],
  ['e\u0301', 'e\u0301'],
  ['-', '-'],
  ['…', '…'],
  ['👍', '👍'],
  ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ['𱖎', '𱖎'],
  ['ᠮᠣᠩᠭᠣᠯ', 'ᠮᠣᠩᠭᠣᠯ'],
  ['བོད', 'བོད'],
  ['0', '0'],
])('%j is given as %j', (text, given) => {
  expect(givenText(text)).toBe(given);
});
