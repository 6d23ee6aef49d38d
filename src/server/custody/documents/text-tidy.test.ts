import { describe, expect, it } from 'vitest';
import { breakLines, tidy } from './text-tidy.ts';

const width = (text: string) => [...text].reduce((sum, character) => sum + (character < '\u0100' ? 1 : 2), 0);
const letters = (text: string) => text.length;
const lines = (text: string, within: number, most?: number) => breakLines(text, within, width, most);

describe('lines', () => {
  it('break between Chinese characters and lose none', () => {
    const text = '关于某短视频平台账号的取证';
    expect(lines(text, 10).join('')).toBe(text);
    expect(lines(text, 10).every((line) => width(line) <= 10)).toBe(true);
  });
  it('begin with no closing mark and end with no opening one', () => {
    expect(lines('一二三四五，六七（八九', 10)).toEqual(['一二三四', '五，六七', '（八九']);
  });
  it('keep a number whole where it fits a line, and break it where it does not', () => {
    expect(lines('金额 12345678 元', 10)).toEqual(['金额', '12345678', '元']);
    expect(lines('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)]);
  });
  it('keep a word or syllable of other scripts whole, and a letter with its marks', () => {
    expect(breakLines('ئۇيغۇر ئاپتونوم', 9, letters)).toEqual(['ئۇيغۇر', 'ئاپتونوم']);
    expect(breakLines('བསྒྲུབས་པའི་ཡི་གེ', 11, letters)).toEqual(['བསྒྲུབས་', 'པའི་ཡི་གེ']);
    expect(breakLines('한국어 계약서', 5, letters)).toEqual(['한국어', '계약서']);
  });
  it('end in … where there are too many', () => {
    expect(lines('一二三四五六七八九十一二三四五', 10, 2)).toEqual(['一二三四五', '六七八九…']);
  });
  it('keep the end that they must keep', () => {
    const kept = (text: string, most: number) => breakLines(`${text}（注）`, 10, width, most, '（注）');
    expect(kept('一二三四五六七八九十一二三', 2)).toEqual(['一二三四五', '六…（注）']);
    expect(kept('一二三', 1)).toEqual(['一…（注）']);
    expect(kept('一二三', 2)).toEqual(['一二三', '（注）']);
  });
  it('are none for nothing', () => {
    expect(lines('', 10)).toEqual([]);
  });
});

describe('tidied text', () => {
  it('keeps the characters of a name as they are', () => {
    expect(tidy('\uF9D0𠮷')).toBe('\uF9D0𠮷'); // Normalising would change 類, a compatibility character.
  });
  it('is one line, with a mark for what is invisible', () => {
    expect(tidy(' a\r\n\tb\u202Ec\u2066d\uFEFFe\uFE0Ff\u3000 ')).toBe('a b␣c␣d␣ef');
  });
});
