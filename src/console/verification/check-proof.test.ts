import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { newLogKey } from '../../../test/custody/evidence.ts';
import { signCheckpoint } from '../../domain/tlog/checkpoint.ts';
import { leafHash, nodeHash } from '../../domain/tlog/merkle.ts';
import { formatVkey } from '../../domain/tlog/note-key.ts';
import { formatTlogProof } from '../../domain/tlog/tlog-proof.ts';
import { proofHolds } from './check-proof.ts';

const office = newLogKey('office.example/log');
const [own, other] = [leafHash(Buffer.from('own')), leafHash(Buffer.from('other'))];
const checkpoint = Buffer.from(signCheckpoint({ size: 2, root: nodeHash(own, other) }, office.key, office.sign));
const proof = formatTlogProof({ index: 0, hashes: [other], checkpoint, extra: null });
const vkey = formatVkey(office.key);

it('holds for the leaf under a checkpoint of the office’s key', () => {
  expect(proofHolds(proof, bytesToHex(own), vkey)).toBe(true);
});

it.each<[string, () => boolean]>([
  ['another leaf', () => proofHolds(proof, bytesToHex(other), vkey)],
  ['another key of the same name', () => proofHolds(proof, bytesToHex(own), formatVkey(newLogKey('office.example/log').key))],
  ['another log', () => proofHolds(proof, bytesToHex(own), formatVkey(newLogKey('forger.example/log').key))],
  ['a changed proof', () => proofHolds(Buffer.from(Buffer.from(proof).toString().replace('index 0', 'index 1')), bytesToHex(own), vkey)],
  ['no proof', () => proofHolds(Buffer.from('pending'), bytesToHex(own), vkey)],
  ['no key', () => proofHolds(proof, bytesToHex(own), '')],
  ['no leaf', () => proofHolds(proof, '', vkey)],
])('does not hold with %s', (_, holds) => {
  expect(holds()).toBe(false);
});
