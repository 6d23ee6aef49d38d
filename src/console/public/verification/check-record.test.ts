import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { unsignedToken } from '../../../../test/custody/unsigned-token.ts';
import { hashWith } from '../../../domain/proof/records/digest-algorithms.ts';
import { encodeRecord } from '../../../domain/proof/records/evidence-record.ts';
import { reducedRoot } from '../../../domain/proof/records/hash-tree.ts';
import { checkRecord } from './check-record.ts';

const at = (year: number) => new Date(Date.UTC(year, 0, 15));
const { sha256 } = hashWith;
const [manifest, file] = [sha256(Buffer.from('manifest')), sha256(Buffer.from('file'))];
const tree = [[manifest, file]];
const token = unsignedToken({ imprint: reducedRoot(sha256, tree), at: at(2026), until: at(2028) });
const record = encodeRecord([[{ algorithm: 'sha256', tree, token }]]);

it('tells each link of a record that covers the file', () => {
  expect(checkRecord(record, [bytesToHex(file)], at(2027))).toEqual({
    links: ['第 1 环：当日存证汇总的时间戳，2026-01-15 08:00:00，机构证书有效至 2028-01-15 08:00:00'],
    why: null,
  });
});

it('says which certificate ended', () => {
  expect(checkRecord(record, [], at(2029)).why).toBe(
    '第 1 环的时间戳机构证书“某时间戳机构”已于 2028-01-15 08:00:00（北京时间）到期，此后没有续期',
  );
});

it.each([
  ['another file', record, [bytesToHex(sha256(Buffer.from('other')))], '存证记录没有涵盖这份文件'],
  ['no record', Buffer.from('pending'), [], '格式错误，不是存证记录'],
  [
    'another tree',
    encodeRecord([[{ algorithm: 'sha256', tree: [[manifest, manifest]], token }]]),
    [],
    '第 1 环哈希树推算出的树根与时间戳不符',
  ],
])('does not hold with %s', (_name, bytes, hashes, why) => {
  expect(checkRecord(bytes, hashes, at(2027))).toEqual({ links: null, why });
});
