import { describe, expect, it } from 'vitest';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { formatSums, packageNames, parseSums } from '../evidence/package-names.ts';
import { entryFaults } from './logged-entry.ts';
import { missingFiles } from './missing-files.ts';

const sums = formatSums([{ name: 'certificate.pdf', sha256: 'ab'.repeat(32) }]);

describe('a list of checksums that a program converted', () => {
  it.each([
    ['to CRLF', sums.replaceAll('\n', '\r\n')],
    ['to CR', sums.replaceAll('\n', '\r')],
    ['with a byte order mark', `\ufeff${sums}`],
  ])('names no file that could be missing: %s', (_how, text) => {
    expect(parseSums(text)).toBeNull();
    const all = new Set(['certificate.pdf']);
    const missing = missingFiles(all, new Map([[packageNames.sums, utf8(text)]]));
    expect(missing.filter((name) => name.startsWith('certificate.pdf'))).toEqual([]);
  });

  it('is read as it was written', () => {
    expect(parseSums(sums)?.get('certificate.pdf')).toBe('ab'.repeat(32));
  });
});

it.each([
  ['CRLF', 'c2sp.org/tlog-proof@v1\r\nindex 0\r\n\r\n'],
  ['half a text', 'c2sp.org/tlog-proof@v1\nind'],
  ['nothing', ''],
])('a proof of %s is said to be unusable, and not that the log lacks the entry', (_what, text) => {
  const faults = entryFaults('这张证书', utf8('entry'), utf8(text), { origin: 'log', keys: [] });
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) expect(fault).toMatch(/^日志证明无法使用（/);
});
