import { describe, expect, it } from 'vitest';
import { safeFileName } from './file-name.ts';

describe('a safe file name', () => {
  it.each([
    ['has no path', '../a/b\\c.jpg', '__a_b_c.jpg'],
    ['has no control characters', 'a\0b\r\nc', 'a_b__c'],
    ['reads in one direction, so that its suffix is what one sees', 'cod\u202egpj.exe', 'cod_gpj.exe'],
    ['is not hidden', '.htaccess', '_htaccess'],
    ['has no trailing dots, which Windows drops', 'a.exe. .', 'a.exe'],
    ['is whole characters', '\ud83d', '\ufffd'],
    ['is something', ' ', '_'],
    ['keeps what is good', '存证 报告-1.pdf', '存证 报告-1.pdf'],
    ['keeps the suffix of a long name', `${'长'.repeat(300)}.pdf`, `${'长'.repeat(196)}.pdf`],
  ])('%s', (_what, name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});
