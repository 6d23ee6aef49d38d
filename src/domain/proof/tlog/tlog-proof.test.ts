import { sha256 } from '@noble/hashes/sha2.js';
import { expect, it } from 'vitest';
import { readBase64, readUtf8, toBase64, utf8 } from '../../kit/bytes/bytes.ts';
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts';
import type { TlogProof } from './tlog-proof.ts';

// The example of C2SP tlog-proof. Its signatures are abridged and its extra line is not base64, so the extra line is cut to whole groups of
// four.
const example = `c2sp.org/tlog-proof@v1
extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6kYXJ3aW4tYXJ
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=
EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=
RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=
AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=

example.com/fancylog
109482
sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

— example.com/fancylog hI2DJw[...]1roloI=
`;

it('reads the example of the specification and writes it back, the checkpoint verbatim', () => {
  const text = example.replace(/extra .*/, 'extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6');
  const proof = mustParse(text);
  expect([proof.index, proof.hashes.length, readUtf8(proof.extra ?? utf8('none'))]).toEqual([73_894, 5, 'age-v1.2.1-darwin-arm64.tar.gz']);
  expect(proof.hashes[0]).toEqual(readBase64('gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ='));
  expect(readUtf8(proof.checkpoint)).toBe(text.slice(text.indexOf('example.com/fancylog')));
  expect(readUtf8(formatTlogProof(proof))).toBe(text);
});

// github.com/transparency-dev/merkle, proof/tlog_proof_test.go at 0db3ecde: TestNewTLogProof, TestVerifyTLogProofErrors.
const [hash1, hash2] = [sha256(utf8('hash1')), sha256(utf8('hash2'))];
it.each<[string, TlogProof, string]>([
  [
    'without extra data',
    { index: 5, hashes: [hash1, hash2], checkpoint: utf8('test checkpoint\n'), extra: null },
    `c2sp.org/tlog-proof@v1\nindex 5\n${toBase64(hash1)}\n${toBase64(hash2)}\n\ntest checkpoint\n`,
  ],
  [
    'with extra data',
    { index: 10, hashes: [hash1], checkpoint: utf8('checkpoint data\n'), extra: utf8('extra information') },
    `c2sp.org/tlog-proof@v1\nextra ${toBase64(utf8('extra information'))}\nindex 10\n${toBase64(hash1)}\n\ncheckpoint data\n`,
  ],
  [
    'without hashes',
    { index: 0, hashes: [], checkpoint: utf8('checkpoint\n'), extra: null },
    'c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n',
  ],
])('writes a proof %s as published and reads it back', (_, proof, text) => {
  expect(readUtf8(formatTlogProof(proof))).toBe(text);
  expect(mustParse(text)).toEqual(proof);
});

it.each([
  ['a wrong header', 'wrong-header\nindex 0\n\ncheckpoint\n', 'bad-header'],
  ['extra data that is not base64', 'c2sp.org/tlog-proof@v1\nextra !!notbase64!!\nindex 0\n\ncheckpoint\n', 'bad-extra'],
  ['no index', 'c2sp.org/tlog-proof@v1\n\n\ncheckpoint\n', 'bad-index'],
  ['an index that is no number', 'c2sp.org/tlog-proof@v1\nindex notanumber\n\ncheckpoint\n', 'bad-index'],
  ['a negative index', 'c2sp.org/tlog-proof@v1\nindex -5\n\ncheckpoint\n', 'bad-index'],
  ['a hash that is not base64', 'c2sp.org/tlog-proof@v1\nindex 0\n!!notbase64!!\n\ncheckpoint\n', 'bad-hash'],
  ['a hash of 64 bytes', `c2sp.org/tlog-proof@v1\nindex 0\n${toBase64(new Uint8Array(64))}\n\ncheckpoint\n`, 'bad-hash'],
  ['a leading zero', 'c2sp.org/tlog-proof@v1\nindex 05\n\ncheckpoint\n', 'bad-index'],
  ['carriage returns', 'c2sp.org/tlog-proof@v1\r\nindex 5\r\n\r\ncheckpoint\r\n', 'bad-header'],
  ['extra data behind the index', 'c2sp.org/tlog-proof@v1\nindex 5\nextra YQ==\n\ncheckpoint\n', 'bad-hash'],
  ['extra data twice', 'c2sp.org/tlog-proof@v1\nextra YQ==\nextra YQ==\nindex 5\n\ncheckpoint\n', 'bad-index'],
  ['64 hashes', `c2sp.org/tlog-proof@v1\nindex 5\n${`${toBase64(hash1)}\n`.repeat(64)}\ncheckpoint\n`, 'bad-hash'],
  ['no checkpoint', 'c2sp.org/tlog-proof@v1\nindex 5\n\n', 'no-checkpoint'],
  ['no blank line', `c2sp.org/tlog-proof@v1\nindex 5\n${toBase64(hash1)}\n`, 'bad-hash'],
  ['nothing', '', 'bad-header'],
])('refuses a proof with %s', (_, text, fault) => {
  expect(parseTlogProof(utf8(text))).toEqual({ ok: false, fault });
});

it('refuses bytes that are not UTF-8 and proofs that are too large', () => {
  expect(parseTlogProof(Uint8Array.of(...utf8('c2sp.org/tlog-proof@v1\nindex 0\n\n'), 0xff))).toEqual({ ok: false, fault: 'not-utf8' });
  expect(parseTlogProof(new Uint8Array(600_000))).toEqual({ ok: false, fault: 'too-large' });
});

it('writes no proof that would not be read back', () => {
  const good = { index: 5, hashes: [hash1], checkpoint: utf8('checkpoint\n'), extra: null };
  for (const wrong of [
    { index: -1 },
    { index: 1.5 },
    { hashes: [new Uint8Array(31)] },
    { checkpoint: new Uint8Array(0) },
    { checkpoint: Uint8Array.of(0xff) },
    { hashes: Array.from({ length: 64 }, () => hash1) },
  ]) {
    expect(() => formatTlogProof({ ...good, ...wrong })).toThrow(RangeError);
  }
});

function mustParse(text: string): TlogProof {
  const proof = parseTlogProof(utf8(text));
  if (!proof.ok) throw new Error(proof.fault);
  return proof.value;
}
