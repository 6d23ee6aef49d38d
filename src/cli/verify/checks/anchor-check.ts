import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { parseCanonicalJson } from '../../../domain/evidence/canonical-json.ts';
import { packageNames as names, type PackageName } from '../../../domain/evidence/package-names.ts';
import { verifyEvidence, type EvidenceClaim } from '../../../domain/evidence/verify.ts';
import { formatTime } from '../../../domain/text/time.ts';
import { failed, lineOf, notRun, passed, type Line } from './line.ts';

const anchorShape = z.strictObject({
  type: z.literal('chain-anchor'),
  version: z.literal(1),
  // As numbers and hashes alone: a line that quotes them must not say whatever a forger likes.
  chainId: z.string().regex(/^\d{1,20}$/),
  transaction: z.string().regex(/^0x[0-9a-f]{64}$/),
  rawTransaction: z.string().regex(/^0x(?:[0-9a-f]{2})+$/),
  block: z.string().regex(/^\d{1,20}$/),
  time: z.iso.datetime(),
  checkpoint: z.string(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});

export type AnchorReading =
  | { readonly state: 'absent' }
  | { readonly state: 'broken'; readonly subject: PackageName | null; readonly why: string }
  | { readonly state: 'held'; readonly told: z.infer<typeof anchorShape> };

/** What the package says of a transaction, where that agrees with itself; whether the evidence is under its root is checked elsewhere. */
export function readAnchor(small: ReadonlyMap<string, Buffer>): AnchorReading {
  const [json, proof] = [small.get(names.anchor), small.get(names.anchorProof)];
  if (!json && !proof) return { state: 'absent' };
  if (!json || !proof) return { state: 'broken', subject: null, why: '缺少文件' };
  const value = parseCanonicalJson(json);
  const anchor = anchorShape.safeParse(value.ok ? value.value : null);
  if (!anchor.success) return { state: 'broken', subject: names.anchor, why: '格式错误' };
  const { transaction, rawTransaction, root } = anchor.data;
  if (`0x${bytesToHex(keccak_256(Buffer.from(rawTransaction.slice(2), 'hex')))}` !== transaction)
    return { state: 'broken', subject: names.anchor, why: '交易哈希与交易不符' };
  if (!rawTransaction.includes(root)) return { state: 'broken', subject: names.anchor, why: '交易没有写入该检查点的根哈希' };
  return { state: 'held', told: anchor.data };
}

/**
 * The transaction of the package is the one with that hash, it carries the root, and the evidence is under that root. Whether a block holds
 * it only the chain can tell, and the line says where to ask.
 */
export function checkAnchor(small: ReadonlyMap<string, Buffer>, claim: EvidenceClaim): Line[] {
  const anchor = readAnchor(small);
  if (anchor.state === 'absent') return [notRun(label, null, '证据包没有区块链交易，由日志锚定')];
  if (anchor.state === 'broken')
    return anchor.subject === null ? [notRun(label, null, anchor.why)] : [failed(label, anchor.subject, anchor.why)];
  const { chainId, transaction, block, time, checkpoint, root } = anchor.told;
  const proof = small.get(names.anchorProof) ?? null;

  const report = verifyEvidence({ ...claim, files: [], filesAreComplete: false, proof, checkpoint: null });
  const wrong = report.checks.filter(
    ({ name, outcome }) => ['proof', 'checkpoint', 'signature', 'inclusion'].includes(name) && outcome === 'fail',
  );
  if (wrong.length > 0) return wrong.map((check) => ({ ...lineOf(check), subject: names.anchorProof }));
  if (!report.checkpoint || bytesToHex(report.checkpoint.root) !== root || String(report.checkpoint.size) !== checkpoint)
    return [failed(label, names.anchorProof, '不是该交易的检查点')];
  return [
    passed(
      label,
      names.anchor,
      `链标识 ${chainId}，区块 ${block}，${formatTime(new Date(time))}（北京时间）；请在链上按交易哈希 ${transaction} 核对`,
    ),
  ];
}

const label = '区块链交易写入检查点的根哈希';
