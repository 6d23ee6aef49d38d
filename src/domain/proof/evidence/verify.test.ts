import { expect, it } from 'vitest';
import { aManifest, newLogKey } from '../../../../test/custody/evidence.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { signCheckpoint } from '../tlog/checkpoint.ts';
import { encodeManifest } from './manifest.ts';
import { appendLeaves, emptyRange, leafHash, rangeRoot } from '../tlog/merkle.ts';
import type { Hash } from '../tlog/merkle.ts';
import { inclusionPlan, inclusionProof } from '../tlog/merkle-proof.ts';
import { formatTlogProof } from '../tlog/tlog-proof.ts';
import { verdictOf, verifyEvidence } from './verify.ts';
import type { Check, EvidenceClaim } from './verify.ts';

const { key, sign } = newLogKey('log.gongzheng.example');
const manifest = encodeManifest(aManifest);
const files = aManifest.files.map(({ name, sizeBytes, sha256, sm3 }) => ({ name, sizeBytes, sha256, sm3 }));
const logged = inLog(manifest, 11, 4);
const claim: EvidenceClaim = {
  manifest,
  files,
  filesAreComplete: true,
  proof: logged.proof,
  checkpoint: logged.checkpoint,
  log: { origin: key.name, keys: [key] },
  statedNumber: aManifest.number,
  statedLeaf: leafHash(manifest),
};

it('passes every step of whole evidence', () => {
  const report = verifyEvidence(claim);
  expect(report.checks.map(spelled)).toEqual([
    'manifest pass',
    'number pass',
    'file details.json pass',
    'file original-1.mp4 pass',
    'leaf pass',
    'proof pass',
    'checkpoint pass',
    'checkpoint-copy pass',
    'signature pass',
    'inclusion pass',
  ]);
  expect(verdictOf(report.checks)).toBe('match');
  expect([report.manifest?.number, report.checkpoint?.size, report.index]).toEqual([aManifest.number, 11, 4]);
});

it('calls evidence without a proof pending, and what it has still has to match', () => {
  const pending = { ...claim, proof: null, checkpoint: null };
  expect(verifyEvidence(pending).checks.slice(5).map(spelled)).toEqual([
    'proof not-run pending',
    'checkpoint not-run pending',
    'checkpoint-copy not-run pending',
    'signature not-run pending',
    'inclusion not-run pending',
  ]);
  expect(verdict(pending)).toBe('pending');
  expect(verdict({ ...pending, files: files.slice(1) })).toBe('mismatch');
});

it.each<[string, Partial<EvidenceClaim>, string]>([
  ['another number on the certificate', { statedNumber: 'F'.repeat(32) }, 'number fail other-number'],
  ['another leaf on the certificate', { statedLeaf: leafHash(utf8('x')) }, 'leaf fail other-leaf'],
  [
    'a file changed',
    { files: files.map((file) => (file.name === 'original-1.mp4' ? { ...file, sha256: 'a'.repeat(64) } : file)) },
    'file original-1.mp4 fail wrong-sha256',
  ],
  [
    'a file changed under SM3 alone',
    { files: files.map((file) => (file.name === 'details.json' ? { ...file, sm3: 'a'.repeat(64) } : file)) },
    'file details.json fail wrong-sm3',
  ],
  [
    'a file cut',
    { files: files.map((file) => (file.name === 'details.json' ? { ...file, sizeBytes: 511 } : file)) },
    'file details.json fail wrong-size',
  ],
  ['a file missing', { files: files.slice(0, 1) }, 'file details.json fail missing-file'],
  [
    'a file too many',
    { files: [...files, { name: 'extra.exe', sizeBytes: 1, sha256: 'a'.repeat(64), sm3: null }] },
    'file extra.exe fail unlisted-file',
  ],
  [
    'a file twice, the second one changed',
    { files: [...files, { name: 'details.json', sizeBytes: 512, sha256: 'a'.repeat(64), sm3: null }] },
    'file details.json fail wrong-sha256',
  ],
  ['another copy of the checkpoint', { checkpoint: inLog(manifest, 12, 4).checkpoint }, 'checkpoint-copy fail other-checkpoint'],
  ['the key of another log', { log: { origin: key.name, keys: [newLogKey(key.name).key] } }, 'signature fail no-known-key'],
  ['another log of the same key', { log: { origin: 'log.other.example', keys: [key] } }, 'signature fail wrong-origin'],
  ['a proof of another entry', { proof: inLog(utf8('other'), 11, 4).proof, checkpoint: null }, 'inclusion fail wrong-root'],
  [
    'a proof for another place',
    { proof: formatTlogProof({ index: 5, hashes: logged.hashes, checkpoint: logged.checkpoint, extra: null }) },
    'inclusion fail wrong-root',
  ],
  [
    'a proof with a hash too few',
    { proof: formatTlogProof({ index: 4, hashes: logged.hashes.slice(1), checkpoint: logged.checkpoint, extra: null }) },
    'inclusion fail wrong-length',
  ],
  [
    'a place beyond the tree',
    { proof: formatTlogProof({ index: 11, hashes: logged.hashes, checkpoint: logged.checkpoint, extra: null }) },
    'inclusion fail out-of-range',
  ],
])('names %s and nothing else', (_, change, wanted) => {
  const { checks } = verifyEvidence({ ...claim, ...change });
  expect(checks.filter(({ outcome }) => outcome === 'fail').map(spelled)).toEqual([wanted]);
  expect(verdictOf(checks)).toBe('mismatch');
});

it('goes on where it can after a step has failed', () => {
  const { checks } = verifyEvidence({ ...claim, manifest: utf8('{}') });
  expect(checks.map(spelled)).toEqual([
    'manifest fail not-evidence',
    'number not-run unreadable',
    'file not-run unreadable',
    'leaf fail other-leaf',
    'proof pass',
    'checkpoint pass',
    'checkpoint-copy pass',
    'signature pass',
    'inclusion fail wrong-root',
  ]);
});

it('is a mismatch with any one bit of the manifest, the proof or the checkpoint flipped, or any byte cut', () => {
  const unstated = { ...claim, statedLeaf: null, statedNumber: null, checkpoint: null };
  for (const part of ['manifest', 'proof'] as const) {
    const bytes = claim[part] ?? manifest;
    for (let at = 0; at < bytes.length; at += 1) {
      expect(verdict({ ...unstated, [part]: bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 8))) }), `${part} byte ${at}`).toBe('mismatch');
      expect(verdict({ ...unstated, [part]: bytes.slice(0, at) }), `${part} cut at ${at}`).toBe('mismatch');
    }
  }
  for (let at = 0; at < logged.checkpoint.length; at += 1)
    expect(verdict({ ...claim, checkpoint: logged.checkpoint.with(at, (logged.checkpoint[at] ?? 0) ^ 1) })).toBe('mismatch');
});

it('judges one dropped file by itself when the others were not brought, and one without SM3 by SHA-256', () => {
  const one = { ...claim, filesAreComplete: false, files: files.slice(0, 1).map((file) => ({ ...file, sm3: null })) };
  expect(
    verifyEvidence(one)
      .checks.filter(({ name }) => name === 'file')
      .map(spelled),
  ).toEqual(['file details.json not-run not-given', 'file original-1.mp4 pass']);
  expect(verdict(one)).toBe('match');
});

it('accepts the log that signs with the old and the new key of a rotation', () => {
  expect(verdict({ ...claim, log: { origin: key.name, keys: [newLogKey(key.name).key, key] } })).toBe('match');
});

it('counts the checks of others: a failed one is a mismatch, a required one that did not run leaves it pending', () => {
  const { checks } = verifyEvidence(claim);
  const timestamp = (outcome: 'pass' | 'not-run'): Check =>
    outcome === 'pass' ? { name: 'timestamp', subject: null, outcome } : { name: 'timestamp', subject: null, outcome, reason: 'pending' };
  expect(verdictOf([...checks, { name: 'timestamp', subject: null, outcome: 'fail', reason: 'wrong-imprint' }])).toBe('mismatch');
  expect(verdictOf([...checks, timestamp('not-run')])).toBe('match');
  expect(verdictOf([...checks, timestamp('not-run')], ['timestamp'])).toBe('pending');
  expect(verdictOf([...checks, timestamp('pass')], ['timestamp'])).toBe('match');
  expect(verdictOf([])).toBe('mismatch');
});

it('needs no more than 2 KB of proof at ten million leaves', () => {
  const checkpoint = utf8(signCheckpoint({ size: 10_000_000, root: leafHash(manifest) }, key, sign));
  const hashes = inclusionPlan(4_999_999, 10_000_000).groups.map(() => leafHash(manifest));
  expect(formatTlogProof({ index: 4_999_999, hashes, checkpoint, extra: null }).length).toBeLessThan(2000);
});

/** The entry at `index` of a log of `size` entries. */
function inLog(entry: Uint8Array, size: number, index: number) {
  const nodes = new Map<string, Hash>();
  const leaves = Array.from({ length: size }, (_, at) => leafHash(at === index ? entry : utf8(`entry ${at}`)));
  const root = rangeRoot(appendLeaves(emptyRange, leaves, (node, hash) => nodes.set(`${node.level}/${node.index}`, hash)));
  const hashes = inclusionProof(index, size, (node) => nodes.get(`${node.level}/${node.index}`) ?? root);
  const checkpoint = utf8(signCheckpoint({ size, root }, key, sign));
  return { hashes, checkpoint, proof: formatTlogProof({ index, hashes, checkpoint, extra: null }) };
}

function verdict(changed: EvidenceClaim) {
  return verdictOf(verifyEvidence(changed).checks);
}

function spelled(check: Check): string {
  return [check.name, check.subject, check.outcome, check.outcome === 'pass' ? null : check.reason]
    .filter((part) => part !== null)
    .join(' ');
}
