import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { parseCanonicalJson } from '../../domain/evidence/canonical-json.ts';
import { packageNames as names } from '../../domain/evidence/package-names.ts';
import { verifyEvidence, type EvidenceClaim } from '../../domain/evidence/verify.ts';
import { formatTime } from '../../domain/text/time.ts';
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

/**
 * The transaction of the package is the one with that hash, it carries the root, and the evidence is under that root. Whether a block holds
 * it only the chain can tell, and the line says where to ask.
 */
export function checkAnchor(small: ReadonlyMap<string, Buffer>, claim: EvidenceClaim): Line[] {
  const [json, proof] = [small.get(names.anchor), small.get(names.anchorProof)];
  if (!json && !proof) return [notRun(label, null, '证据包没有区块链交易，由日志锚定')];
  if (!json || !proof) return [notRun(label, null, '缺少文件')];
  const value = parseCanonicalJson(json);
  const anchor = anchorShape.safeParse(value.ok ? value.value : null);
  if (!anchor.success) return [failed(label, names.anchor, '格式错误')];
  const { chainId, transaction, rawTransaction, block, time, checkpoint, root } = anchor.data;
  if (`0x${bytesToHex(keccak_256(Buffer.from(rawTransaction.slice(2), 'hex')))}` !== transaction)
    return [failed(label, names.anchor, '交易哈希与交易不符')];
  if (!rawTransaction.includes(root)) return [failed(label, names.anchor, '交易没有写入该检查点的根哈希')];

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
