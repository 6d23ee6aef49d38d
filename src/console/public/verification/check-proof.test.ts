import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { newCosigner } from '../../../../test/custody/cosigner.ts';
import { newLogKey } from '../../../../test/custody/evidence.ts';
import { signCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import { leafHash, nodeHash } from '../../../domain/proof/tlog/merkle.ts';
import { formatVkey } from '../../../domain/proof/tlog/note-key.ts';
import { formatTlogProof } from '../../../domain/proof/tlog/tlog-proof.ts';
import { cosign } from '../../../domain/proof/tlog/cosignatures/cosignature.ts';
import { formatVerifierKey } from '../../../domain/proof/tlog/cosignatures/verifier-key.ts';
import { proofHolds, witnessFinding } from './check-proof.ts';

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

describe('what witnesses say', () => {
  const [court, bar] = [newCosigner('court.example/w'), newCosigner('bar.example/w', 'cosignature-ml-dsa-44')];
  const lines = [`log ${vkey}`, ...[court, bar].map(({ key }, at) => `witness w${at + 1} ${formatVerifierKey(key)}`)];
  const text = checkpoint.toString().slice(0, checkpoint.toString().indexOf('\n\n') + 1);
  const cosigned = formatTlogProof({
    index: 0,
    hashes: [other],
    checkpoint: Buffer.from(checkpoint.toString() + cosign(court.key, text, 1_795_413_600, court.sign)),
    extra: null,
  });

  it('is told with names and times, by the policy that is given', () => {
    expect(witnessFinding(cosigned, Buffer.from([...lines, 'quorum w1', ''].join('\n')))).toEqual({
      holds: true,
      text: 'w1 于 2026-11-23 14:00:00 签名，w2 没有签名，达到见证策略的要求（w1 签名）',
    });
    expect(witnessFinding(cosigned, Buffer.from([...lines, 'group both all w1 w2', 'quorum both', ''].join('\n')))).toEqual({
      holds: false,
      text: 'w1 于 2026-11-23 14:00:00 签名，w2 没有签名，没有达到见证策略的要求（2 方中至少 2 方签名，现有 1 方）',
    });
    expect(witnessFinding(proof, Buffer.from([...lines, 'quorum w2', ''].join('\n')))?.holds).toBe(false);
  });

  it('is nothing where a policy asks for nobody, and a reason where it cannot be used', () => {
    expect(witnessFinding(cosigned, Buffer.from(`log ${vkey}\nquorum none\n`))).toBeNull();
    expect(witnessFinding(cosigned, Buffer.from('quorum x\n'))?.text).toBe('见证策略无法使用：第 1 行：名称没有在前面定义');
  });
});
