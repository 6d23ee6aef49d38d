import { concatBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { aManifest } from '../../../../test/custody/evidence.ts';
import { unsignedToken } from '../../../../test/custody/unsigned-token.ts';
import { encodeManifest } from '../evidence/manifest.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { hashWith, type DigestAlgorithm } from './digest-algorithms.ts';
import { encodeChains, encodeRecord, parseRecord, type ArchiveTimeStamp } from './evidence-record.ts';
import { reducedRoot } from './hash-tree.ts';
import { recordFactsOf } from './record-facts.ts';
import { verifyRecord } from './verify-record.ts';

const at = (year: number) => new Date(Date.UTC(year, 0, 15));
const { sha256, sha512 } = hashWith;
const [first, second] = [utf8('first'), utf8('second')];
const objects = [first, second].map((bytes, index) => ({
  name: `${index}`,
  hash: (algorithm: DigestAlgorithm) => hashWith[algorithm](bytes),
}));

/** Changes to a timestamp over a tree of one group. */
interface StampChange {
  readonly year?: number;
  readonly until?: number;
  readonly algorithm?: DigestAlgorithm;
}

function stampOver(list: Uint8Array[], { year = 2026, until = 2028, algorithm = 'sha256' }: StampChange = {}): ArchiveTimeStamp {
  const root = reducedRoot(hashWith[algorithm], [list]);
  return {
    algorithm,
    tree: [list],
    token: unsignedToken({ imprint: root, algorithm, at: at(year), until: until === 0 ? null : at(until) }),
  };
}

const day = stampOver([sha256(first), sha256(second)]);
const renewed = (change: StampChange = {}) => stampOver([sha256(day.token)], { year: 2027, until: 2031, ...change });
function hashed(chains: ArchiveTimeStamp[][], change: StampChange = {}): ArchiveTimeStamp {
  const before = sha512(encodeChains(chains));
  const list = [first, second].map((bytes) => sha512(concatBytes(sha512(bytes), before)));
  return stampOver(list, { year: 2029, until: 2040, algorithm: 'sha512', ...change });
}

function judge(chains: ArchiveTimeStamp[][], weakSince = {}) {
  const read = parseRecord(encodeRecord(chains));
  if (!read.ok) throw new Error(read.fault);
  return verifyRecord(read.value, objects, weakSince);
}
const faultsOf = (chains: ArchiveTimeStamp[][], weakSince = {}) => judge(chains, weakSince).links.map(({ fault }) => fault);

describe('links of a record', () => {
  it('hold where each covers what was before, in time', () => {
    const chains = [[day, renewed()], [hashed([[day, renewed()]])]];
    expect(faultsOf(chains)).toEqual([null, null, null]);
    expect(judge(chains).coverage.map(({ chains: states }) => states)).toEqual([
      ['covered', 'covered'],
      ['covered', 'covered'],
    ]);
    expect(faultsOf(chains, { sha256: at(2030) })).toEqual([null, null, null]);
  });

  it.each<[string, ArchiveTimeStamp[][], object, (string | null)[]]>([
    ['a link that came when the certificate before had ended', [[day, renewed({ year: 2029 })]], {}, [null, 'too-late']],
    ['a link that is older than the one before', [[day, renewed({ year: 2025 })]], {}, [null, 'wrong-order']],
    ['a link over another token', [[day, stampOver([sha256(first)], { year: 2027 })]], {}, [null, 'wrong-link']],
    ['a token without a certificate', [[stampOver([sha256(first), sha256(second)], { until: 0 })]], {}, ['no-certificate']],
    ['a token over another hash', [[{ ...day, tree: [[sha256(first), sha256(second), sha256(utf8('x'))]] }]], {}, ['wrong-root']],
    [
      'a hash that came when the one before was weak',
      [[day, renewed()], [hashed([[day, renewed()]])]],
      { sha256: at(2028) },
      [null, null, 'too-weak'],
    ],
  ])('name %s', (_name, chains, weakSince, faults) => {
    expect(faultsOf(chains, weakSince)).toEqual(faults);
  });

  it('name a hash that is not that of its chain', () => {
    const other = stampOver([sha512(day.token)], { year: 2027, algorithm: 'sha512' });
    expect(faultsOf([[day, other]])).toEqual([null, 'other-algorithm']);
  });
});

it('covers no object that is not in the first list, and is not covered by others', () => {
  expect(judge([[stampOver([sha256(first)])]]).coverage.map(({ chains }) => chains)).toEqual([['covered'], ['missing']]);
  expect(judge([[stampOver([sha256(first), sha256(second), sha256(utf8('x'))])]]).hasOthers).toBe(true);
  expect(judge([[day], [hashed([[day, renewed()]])]]).coverage.map(({ chains }) => chains)).toEqual([
    ['covered', 'missing'],
    ['covered', 'missing'],
  ]);
});

it('says in plain values what is known of a record, as of a moment', () => {
  const bytes = encodeManifest(aManifest);
  const list = [
    sha256(bytes),
    ...aManifest.files.map(({ sha256: hex }) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))),
  ];
  const record = encodeRecord([[stampOver(list)]]);
  const factsAt = (year: number, of: Uint8Array | null = record) => recordFactsOf(of, { manifest: aManifest, bytes }, at(year));
  expect(factsAt(2027)).toEqual({
    state: 'held',
    links: [{ kind: 'day', algorithm: 'sha256', at: at(2026).toISOString(), authority: '某时间戳机构', until: at(2028).toISOString() }],
    covered: 1 + aManifest.files.length,
    lost: [],
  });
  expect(factsAt(2029)).toMatchObject({ state: 'ended' });
  expect(factsAt(2027, null)).toEqual({ state: 'absent' });
  expect(factsAt(2027, encodeRecord([[day]]))).toEqual({ state: 'broken', why: '没有涵盖 manifest.json' });
  expect(factsAt(2027, record.subarray(0, 40))).toEqual({ state: 'lacking', why: '格式错误，不是存证记录' });
});
