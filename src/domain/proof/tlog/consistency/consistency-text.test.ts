import { describe, expect, it } from 'vitest';
import { newLogKey } from '../../../../../test/custody/evidence.ts';
import { readUtf8, utf8 } from '../../../kit/bytes/bytes.ts';
import { signCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { formatConsistency, parseConsistency, verifyJoined } from './consistency-text.ts';
import { leafHash, merkleRoot } from '../merkle.ts';
import { consistencyProof } from '../merkle-proof.ts';

const { key, sign } = newLogKey('notary.example/log');
const log = { origin: key.name, keys: [key] };
const leaves = Array.from({ length: 13 }, (_, at) => leafHash(utf8(`entry ${at}`)));
const headAt = (size: number, of = leaves): Checkpoint => ({
  origin: key.name,
  size,
  root: merkleRoot(of.slice(0, size)),
  extensions: [],
});
const newest = utf8(signCheckpoint(headAt(13), key, sign));
const proofFrom = (size: number) => ({
  size,
  hashes: consistencyProof(size, 13, ({ level, index }) => merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))),
});
const text = formatConsistency({ proofs: [3, 8, 12].map(proofFrom), checkpoint: newest });

it('is read back as it was written, with the newest checkpoint byte for byte', () => {
  const read = parseConsistency(text);
  expect(read.ok && [read.value.proofs.map(({ size }) => size), readUtf8(read.value.checkpoint)]).toEqual([[3, 8, 12], readUtf8(newest)]);
});

it('joins every checkpoint of the log to the newest, the newest itself included', () => {
  expect(
    verifyJoined(
      text,
      [8, 3, 13, 12].map((size) => headAt(size)),
      log,
    ),
  ).toMatchObject({ ok: true, newest: { size: 13 } });
  expect(verifyJoined(text, [], log).ok).toBe(true);
});

describe('what is not joined', () => {
  it.each([
    ['a checkpoint without a proof', [headAt(5)], 'no-proof', 5],
    ['a checkpoint of another history', [headAt(8, leaves.toReversed())], 'wrong-root', 8],
    ['another newest root', [headAt(13, leaves.toReversed())], 'wrong-root', 13],
    ['a checkpoint that is newer than the newest', [{ ...headAt(13), size: 14 }], 'no-proof', 14],
  ])('is told by its size: %s', (_name, checkpoints, fault, size) => {
    expect(verifyJoined(text, checkpoints, log)).toEqual({ ok: false, fault, size });
  });

  it('is a text that another key signed, and one that was changed', () => {
    const other = newLogKey('notary.example/log');
    expect(verifyJoined(text, [], { origin: key.name, keys: [other.key] })).toMatchObject({ ok: false, fault: 'no-known-key' });
    const shown = readUtf8(text) ?? '';
    for (const changed of [
      shown.replace('old 8', 'old 9'),
      shown.replace(/\n(.)(?=[A-Za-z0-9+/]{42}=)/, (_, first) => `\n${first === 'A' ? 'B' : 'A'}`),
    ])
      expect(verifyJoined(utf8(changed), [headAt(3), headAt(8)], log).ok).toBe(false);
  });
});

it.each([
  ['', 'bad-header'],
  ['consistency-proofs@v2\n\nx\n', 'bad-header'],
  ['consistency-proofs@v1\nold 1', 'no-checkpoint'],
  ['consistency-proofs@v1\nold 01\n\nx\n', 'bad-size'],
  ['consistency-proofs@v1\nold 8\nold 8\n\nx\n', 'bad-size'],
  ['consistency-proofs@v1\nAAAA\n\nx\n', 'bad-hash'],
  ['x'.repeat(300_000), 'too-large'],
])('refuses %j', (bad, fault) => {
  expect(parseConsistency(utf8(bad))).toEqual({ ok: false, fault });
});
