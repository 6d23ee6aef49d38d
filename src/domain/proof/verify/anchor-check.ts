import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { proofChecks } from '../dossier/facts/checked.ts';
import { parseCanonicalJson } from '../evidence/canonical-json.ts';
import { packageNames as names, type PackageName } from '../evidence/package-names.ts';
import { verifyEvidence, type EvidenceClaim } from '../evidence/verify.ts';
import { formatTime } from '../../kit/text/time.ts';
import { failed, lineOf, notRun, passed, type Line } from './line.ts';

/** Numbers, hashes and times in fixed formats, so that no line quotes a forger's text. */
export interface StatedAnchor {
  readonly chainId: string;
  readonly transaction: string;
  readonly rawTransaction: string;
  readonly block: string;
  /** RFC 3339 in UTC. */
  readonly time: string;
  /** The checkpoint's size. */
  readonly checkpoint: string;
  readonly root: string;
}

const anchorFields: Readonly<Record<keyof StatedAnchor, RegExp>> = {
  chainId: /^\d{1,20}$/,
  transaction: /^0x[0-9a-f]{64}$/,
  rawTransaction: /^0x(?:[0-9a-f]{2})+$/,
  block: /^\d{1,20}$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  checkpoint: /^\d{1,16}$/,
  root: /^[0-9a-f]{64}$/,
};

/** Null if any member is extra, missing or malformed. */
function parseAnchor(bytes: Uint8Array): StatedAnchor | null {
  const read = parseCanonicalJson(bytes);
  if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) return null;
  const { type, version, ...fields } = read.value as { readonly [name: string]: unknown };
  const isWhole =
    type === 'chain-anchor' &&
    version === 1 &&
    Object.keys(fields).length === Object.keys(anchorFields).length &&
    Object.entries(anchorFields).every(([name, form]) => typeof fields[name] === 'string' && form.test(fields[name])) &&
    !Number.isNaN(Date.parse(String(fields['time'])));
  return isWhole ? (fields as unknown as StatedAnchor) : null;
}

export type AnchorReading =
  | { readonly state: 'absent' }
  | { readonly state: 'broken' | 'lacking'; readonly subject: PackageName | null; readonly why: string }
  | { readonly state: 'held'; readonly stated: StatedAnchor };

/** Reads the package's statement about a transaction and checks its own consistency. `checkAnchor` checks the evidence's inclusion. */
export function readAnchor(small: ReadonlyMap<string, Uint8Array>): AnchorReading {
  const [json, proof] = [small.get(names.anchor), small.get(names.anchorProof)];
  if (!json && !proof) return { state: 'absent' };
  if (!json || !proof) return { state: 'lacking', subject: null, why: '缺少文件' };
  const anchor = parseAnchor(json);
  if (!anchor) return { state: 'lacking', subject: names.anchor, why: '格式错误' };
  const { transaction, rawTransaction, root } = anchor;
  if (`0x${bytesToHex(keccak_256(hexToBytes(rawTransaction.slice(2))))}` !== transaction)
    return { state: 'broken', subject: names.anchor, why: '交易哈希与交易不符' };
  if (!rawTransaction.includes(root)) return { state: 'broken', subject: names.anchor, why: '交易没有写入该检查点的根哈希' };
  return { state: 'held', stated: anchor };
}

/**
 * Checks that the stated transaction has its hash and carries the root, and that the evidence is included under that root. Only the chain
 * can tell whether a block contains the transaction; the line says where to ask.
 */
export function checkAnchor(small: ReadonlyMap<string, Uint8Array>, claim: EvidenceClaim): Line[] {
  const anchor = readAnchor(small);
  if (anchor.state === 'absent') return [notRun(label, null, '证据包没有区块链交易，由日志锚定')];
  if (anchor.state !== 'held')
    return anchor.subject === null ? [notRun(label, null, anchor.why)] : [failed(label, anchor.subject, anchor.why)];
  const { chainId, transaction, block, time, checkpoint, root } = anchor.stated;
  const proof = small.get(names.anchorProof) ?? null;

  const report = verifyEvidence({ ...claim, files: [], filesAreComplete: false, proof, checkpoint: null });
  const wrong = report.checks.filter(({ name, outcome }) => proofChecks.includes(name) && outcome === 'fail');
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
