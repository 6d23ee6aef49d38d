import { describe, expect, it } from 'vitest';
import { safeFileName } from './file-name.ts';

describe('a safe file name', () => {
  it.each([
    ['has no path', '../a/b\\c.jpg', '__a_b_c.jpg'],
    ['has no control characters', 'a\0b\r\nc', 'a_b__c'],
    ['reads in one direction, so that its suffix is what one sees', 'cod\u202egpj.exe', 'cod_gpj.exe'],
    ['is not hidden', '.htaccess', '_htaccess'],
    ['has no trailing dots, which Windows drops', 'a.exe. .', 'a.exe'],
    ['has no characters that Windows does not write', 'a/b:c*?<d>|"e".pdf', 'a_b_c___d___e_.pdf'],
    ['has no stream of a file', 'a.txt::$DATA', 'a.txt__$DATA'],
    ...['CON', 'con', 'aux.txt', 'NUL.tar.gz', 'com1', 'LPT9.pdf', 'COM¹', 'PRN .txt', 'CONIN$'].map((name) => [
      'is no device of Windows',
      name,
      `_${name}`,
    ]),
    ...['console.txt', 'auxiliary', 'COM10', 'nullable.pdf', 'a.con'].map((name) => ['is not taken for a device', name, name]),
    ['keeps the suffix of a name of dots', '..pdf', '_.pdf'],
    ['keeps the suffix of a name of dots', '...jpg', '_.jpg'],
    ['is not the folder', '.', '_'],
    ['is not the folder above', '..', '_'],
    ['has no trailing blanks', '合同 \u3000 ', '合同'],
    ['is whole characters', '\ud83d', '\ufffd'],
    ['is something', ' ', '_'],
    ['keeps what is good', '存证 报告-1.pdf', '存证 报告-1.pdf'],
    ['keeps the suffix of a long name', `${'长'.repeat(300)}.pdf`, `${'长'.repeat(196)}.pdf`],
  ])('%s', (_what, name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});
