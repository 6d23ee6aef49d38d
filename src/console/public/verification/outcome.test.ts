import { expect, it } from 'vitest';
import type { Verification } from '../../../contract/open/verification.ts';
import { hintFor, outcomeOf, outcomeTitles, sentenceOf, type Outcome, type OwnFile } from './outcome.ts';

const hash = 'ab'.repeat(32);
const recorded = (sha256: string): Verification['files'][number] => ({ role: 'original', sha256, sm3: '', size: 1 });
const file = (sha256: string): OwnFile => ({ name: 'a', sizeBytes: 1, sha256, isPackage: false, whyNoPackage: null });

it.each<[string, Verification['result'], string[], string | null, Outcome]>([
  ['a number alone that is anchored', 'match', [hash], null, 'known'],
  ['a file that is one of several originals', 'match', ['00', hash], hash, 'match'],
  ['a file that is not the number’s', 'match', ['00'], hash, 'mismatch'],
  ['a file that is not the number’s while it is pending', 'pending', ['00'], hash, 'mismatch'],
  ['a file of a pending number', 'pending', [hash], hash, 'pending'],
  ['a file with a number that nobody has', 'none', [], hash, 'none'],
  ['a match that names no file, when there is one to compare', 'match', [], hash, 'mismatch'],
])('judges %s', (_, result, hashes, own, wanted) => {
  expect(outcomeOf({ result, files: hashes.map(recorded) }, own === null ? null : file(own))).toBe(wanted);
});

it('never says 相同 or 相符 without a file, and has a title of its own for each verdict', () => {
  for (const outcome of ['known', 'pending', 'none'] as const) expect(sentenceOf(outcome, 'log', true, false)).not.toMatch(/完全相同|相符/);
  expect(new Set(Object.values(outcomeTitles)).size).toBe(5);
});

it('calls what waits for its transaction not yet anchored', () => {
  for (const outcome of ['match', 'known'] as const) {
    expect(sentenceOf(outcome, 'confirming', true, outcome === 'match')).toMatch(/已写入日志检查点，区块链交易尚待确认/);
    expect(sentenceOf(outcome, 'confirming', true, outcome === 'match')).not.toContain('已锚定');
    expect(sentenceOf(outcome, 'log', true, outcome === 'match')).toContain('已锚定');
  }
});

it('says why a true file may differ, and only of a file that was compared', () => {
  const named = (name: string, whyNoPackage: string | null = null) => ({ ...file(hash), name, whyNoPackage });
  expect(hintFor('none', false, named('IMG_1.JPG'))).toContain('HEIC');
  expect(hintFor('mismatch', true, named('a.mov'))).toContain('HEVC');
  expect(hintFor('mismatch', true, named('a.zip', '没有清单'))).toBe('没有清单。');
  for (const name of ['dossier.json', 'SHA256SUMS', '如何验证.md', 'certificate.pdf.sm2', 'office.pem'])
    expect(hintFor('none', false, named(name))).toContain(`“${name}”是证据包中`);
  for (const name of ['IMG_1.JPG', 'a.mov', 'dossier.json']) expect(hintFor('none', true, named(name))).toBeNull();
  for (const name of ['manifest (1).json', 'SHA256SUMS (2)', 'policy - 副本.txt', 'office copy.pem', 'details.json', 'credential-3.jpg'])
    expect(hintFor('none', false, named(name)), name).toContain(`“${name}”是证据包中`);
  for (const name of ['证据.7z', '证据.RAR', '证据.tar.gz', '证据.tgz', '证据.zst'])
    expect(hintFor('mismatch', true, named(name)), name).toContain('请先解压');
  for (const name of ['合同.docx', '合同 (1).pdf', '我的 copy.txt', 'credential-3'])
    expect(hintFor('none', false, named(name)), name).toBeNull();
  expect(hintFor('none', false, { ...named('IMG_1.JPG'), sizeBytes: 0 })).toContain('0 字节');
  expect(hintFor('match', false, named('a.jpg'))).toBeNull();
});
