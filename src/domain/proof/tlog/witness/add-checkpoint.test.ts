import { expect, it } from 'vitest';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { formatAddCheckpoint, formatTlogSize, originHash, parseAddCheckpoint, parseTlogSize } from './add-checkpoint.ts';

// The example of C2SP tlog-witness.
const example = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;

it('reads the standard’s example and writes it back', () => {
  const read = parseAddCheckpoint(utf8(example));
  expect(read.ok && [read.value.oldSize, read.value.proof.length]).toEqual([20_852_014, 4]);
  expect(read.ok && formatAddCheckpoint(read.value)).toEqual(utf8(example));
});

it.each([
  ['', 'bad-old-size'],
  ['old 01\n\nx\n', 'bad-old-size'],
  ['old -1\n\nx\n', 'bad-old-size'],
  ['old  1\n\nx\n', 'bad-old-size'],
  ['old 9007199254740992\n\nx\n', 'bad-old-size'],
  ['size 1\n\nx\n', 'bad-old-size'],
  ['old 1\nAAAA\n\nx\n', 'bad-hash'],
  [example.replace('kaw=', 'kax='), 'bad-hash'],
  [example.replace('\n\nexample', '\nexample'), 'bad-hash'],
  ['old 0', 'no-checkpoint'],
  ['old 0\n\n', 'no-checkpoint'],
  [`old 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\nx\n`, 'too-many-hashes'],
  ['x'.repeat(300_000), 'too-large'],
])('refuses %#', (bad, fault) => {
  expect(parseAddCheckpoint(utf8(bad))).toEqual({ ok: false, fault });
});

it('writes no request that would not be read back', () => {
  const checkpoint = utf8('x\n');
  expect(() => formatAddCheckpoint({ oldSize: -1, proof: [], checkpoint })).toThrow(RangeError);
  expect(() => formatAddCheckpoint({ oldSize: 1, proof: [new Uint8Array(31)], checkpoint })).toThrow(RangeError);
});

it('reads the size of a 409 in its one spelling', () => {
  expect(parseTlogSize(utf8(formatTlogSize(20_852_163)))).toBe(20_852_163);
  for (const bad of ['', '5', '05\n', '5\n\n', '5\r\n', ' 5\n', '-5\n']) expect(parseTlogSize(utf8(bad)), JSON.stringify(bad)).toBeNull();
});

it('names a log by the hash of its origin', () => {
  expect(originHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
