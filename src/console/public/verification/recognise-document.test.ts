import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { aManifest } from '../../../../test/custody/evidence.ts';
import type { Verification } from '../../../contract/open/verification.ts';
import { encodeManifest } from '../../../domain/proof/evidence/manifest.ts';
import { leafHash } from '../../../domain/proof/tlog/merkle.ts';
import { documentSentences, documentTitle, documentTones } from './document-texts.ts';
import { recogniseDocument, type DocumentOrigin } from './recognise-document.ts';

const bytes = encodeManifest(aManifest);
const own = bytesToHex(leafHash(bytes));
const none: Verification = {
  result: 'none',
  number: aManifest.number,
  saveTime: null,
  files: [],
  checkpoint: null,
  anchored_at: null,
  anchor_kind: null,
  blockchain_hash: null,
  block_height: null,
  chain_time: null,
  log_leaf_hash: null,
  checkpoint_size: null,
  checkpoint_time: null,
  proof: null,
};
const inLog = { ...none, result: 'match', anchor_kind: 'log', blockchain_hash: own, log_leaf_hash: own } as const;

it.each<[string, Verification, DocumentOrigin]>([
  ['of another office, whose number this one does not know', none, 'unrecorded'],
  ['that the log holds', inLog, 'ours'],
  ['that the log of an office with a chain holds', { ...inLog, anchor_kind: 'chain', blockchain_hash: '0xab' }, 'ours'],
  ['that waits for its transaction', { ...inLog, anchor_kind: null, blockchain_hash: null }, 'ours'],
  ['that waits for its checkpoint', { ...none, result: 'pending' }, 'early'],
  ['with a number of which the log holds another', { ...inLog, log_leaf_hash: 'ab'.repeat(32) }, 'differs'],
])('tells a manifest %s', async (_, answer, origin) => {
  const file = new File([Uint8Array.from(bytes)], 'manifest.json');
  expect(await recogniseDocument(file, null, async () => answer)).toMatchObject({ number: aManifest.number, origin, signedBy: null });
});

it('calls no document false or changed that may be another office’s', () => {
  for (const origin of ['others', 'unknown', 'unrecorded', 'early', 'differs'] as const) {
    expect(documentTitle('公证书', origin)).toContain('无法判断');
    expect(documentTones[origin]).not.toBe('mismatch');
    expect(documentSentences[origin]).not.toMatch(/不一致|勿采信|已被改动|伪造/);
  }
});
