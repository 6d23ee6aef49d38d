import { hexToBytes } from '@noble/hashes/utils.js';
import { demandText, policyErrorText, policyVerdictText, witnessesText } from '../../../domain/proof/evidence/policy-texts.ts';
import { judgePolicy } from '../../../domain/proof/tlog/policy/judge-policy.ts';
import { parsePolicy } from '../../../domain/proof/tlog/policy/parse-policy.ts';
import { parseCheckpoint, verifyCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import { verifyInclusion } from '../../../domain/proof/tlog/merkle-verify.ts';
import { parseVkey } from '../../../domain/proof/tlog/note-key.ts';
import { parseTlogProof } from '../../../domain/proof/tlog/tlog-proof.ts';

/** Whether a tlog-proof shows the leaf under a checkpoint signed with this office's key. @param leafHash 64 hex digits. */
export function proofHolds(proof: Uint8Array, leafHash: string, vkey: string): boolean {
  const key = parseVkey(vkey);
  const read = parseTlogProof(proof);
  const signed = read.ok ? parseCheckpoint(read.value.checkpoint) : null;
  if (!key.ok || !read.ok || !signed?.ok || !/^[0-9a-f]{64}$/.test(leafHash)) return false;
  const { checkpoint, note } = signed.value;
  const isSigned = verifyCheckpoint(checkpoint, note, { origin: key.value.name, keys: [key.value] }).ok;
  return (
    isSigned &&
    verifyInclusion({
      index: read.value.index,
      proof: read.value.hashes,
      leafHash: hexToBytes(leafHash),
      size: checkpoint.size,
      root: checkpoint.root,
    }).ok
  );
}

/** Judges a proof's cosignatures by a witness policy; null if the policy requires no witness. @param policy the file's bytes. */
export function witnessFinding(proof: Uint8Array, policy: Uint8Array): { readonly holds: boolean; readonly text: string } | null {
  const [read, parsed] = [parseTlogProof(proof), parsePolicy(policy)];
  if (!parsed.ok) return { holds: false, text: `见证策略无法使用：${policyErrorText(parsed.errors)}` };
  if (parsed.value.witnesses.length === 0) return null;
  if (!read.ok) return { holds: false, text: '日志证明无法读取' };
  const verdict = judgePolicy(parsed.value, read.value.checkpoint);
  const demand = demandText(parsed.value, verdict);
  if (verdict.fault === null) return { holds: true, text: `${witnessesText(verdict)}，达到见证策略的要求${demand}` };
  if (verdict.fault === 'too-few-witnesses') return { holds: false, text: `${witnessesText(verdict)}，没有达到见证策略的要求${demand}` };
  return { holds: false, text: policyVerdictText(verdict.fault) };
}
