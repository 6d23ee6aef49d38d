import { proofChecks } from '../dossier/facts/checked.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import { verifyEvidence, type EvidenceClaim } from '../evidence/verify.ts';
import { failed, lineOf, passed, type Line } from './line.ts';

/** If witnesses signed a later checkpoint than the token's, the evidence must be included in the token's checkpoint too. */
export function checkStampedProof(small: ReadonlyMap<string, Uint8Array>, claim: EvidenceClaim): Line[] {
  const proof = small.get(names.timestampProof);
  if (!proof) return [];
  const { checks } = verifyEvidence({ ...claim, proof, checkpoint: small.get(names.checkpoint) ?? null });
  const wrong = checks.find(({ name, outcome }) => [...proofChecks, 'checkpoint-copy'].includes(name) && outcome !== 'pass');
  if (!wrong) return [passed(label, names.timestampProof)];
  const { label: what, reason } = lineOf(wrong);
  return [failed(label, names.timestampProof, `${what}：${reason ?? ''}`)];
}

const label = '可信时间戳的检查点包含该证据';
