import { parseCheckpoint, type Checkpoint, type SignedCheckpointFault } from '../checkpoint.ts';
import { verifySignatures, type KnownSignature } from '../cosignatures/note-signatures.ts';
import type { VerifierKey } from '../cosignatures/verifier-key.ts';
import type { SignatureFault } from '../signed-note.ts';
import { noQuorum, type Policy } from './policy.ts';

/** Why a checkpoint fails a policy: it cannot be read, no listed log signed it, or too few witnesses cosigned it. */
export type PolicyVerdictFault = SignedCheckpointFault | SignatureFault | 'unknown-log' | 'too-few-witnesses';

export interface PolicyVerdict {
  /** Null if the checkpoint meets the policy. */
  readonly fault: PolicyVerdictFault | null;
  /** Null if the checkpoint cannot be read. */
  readonly checkpoint: Checkpoint | null;
  /** The log that signed; null if the policy names no log or none of its logs signed. */
  readonly log: VerifierKey | null;
  /** All witnesses of the policy, in the policy's order. */
  readonly witnesses: readonly PolicyWitnessVerdict[];
  /** All groups of the policy, in the policy's order. */
  readonly groups: readonly { readonly name: string; readonly threshold: number; readonly members: number; readonly cosigned: number }[];
}

export interface PolicyWitnessVerdict {
  readonly name: string;
  readonly hasCosigned: boolean;
  /** Seconds since 1970 of the latest cosignature; null without one, 0 if it states no time. */
  readonly time: number | null;
}

/**
 * Whether a signed checkpoint meets a policy: one of the policy's logs signed it, and the quorum cosigned it. If the policy names no log,
 * the caller must know the log and have verified its signature. A policy without a quorum line requires no witness.
 * Source: C2SP tlog-policy.
 */
export function judgePolicy(policy: Policy, note: Uint8Array): PolicyVerdict {
  const read = parseCheckpoint(note);
  if (!read.ok) return verdictOf(policy, read.fault, null, []);
  const { checkpoint } = read.value;
  const logs = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.origin);
  if (policy.logs.length > 0 && logs.length === 0) return verdictOf(policy, 'unknown-log', checkpoint, []);
  const signatures = verifySignatures(read.value.note, [...logs, ...policy.witnesses.map(({ key }) => key)]);
  if (!signatures.ok) return verdictOf(policy, signatures.fault, checkpoint, []);
  const log = signatures.value.find(({ key }) => logs.includes(key))?.key ?? null;
  const found = policy.logs.length > 0 && log === null ? 'no-known-key' : null;
  return verdictOf(policy, found, checkpoint, signatures.value, log);
}

function verdictOf(
  policy: Policy,
  fault: PolicyVerdictFault | null,
  checkpoint: Checkpoint | null,
  signatures: readonly KnownSignature[],
  log: VerifierKey | null = null,
): PolicyVerdict {
  const witnesses = policy.witnesses.map(({ name, key }) => {
    const times = signatures.filter((signature) => signature.key === key).map(({ time }) => time ?? 0);
    return { name, hasCosigned: times.length > 0, time: times.length > 0 ? Math.max(...times) : null };
  });
  const { groups, isMet } = countGroups(
    policy,
    witnesses.filter(({ hasCosigned }) => hasCosigned).map(({ name }) => name),
  );
  return { fault: fault ?? (isMet ? null : 'too-few-witnesses'), checkpoint, log, witnesses, groups };
}

/** Whether these witnesses form a quorum. A policy that requires no witness is always met. */
export function hasQuorum(policy: Policy, names: readonly string[]): boolean {
  return countGroups(policy, names).isMet;
}

function countGroups(policy: Policy, names: readonly string[]): { readonly groups: PolicyVerdict['groups']; readonly isMet: boolean } {
  const met = new Set(names);
  const groups = policy.groups.map(({ name, threshold, members }) => {
    const cosigned = members.filter((member) => met.has(member)).length;
    if (cosigned >= threshold) met.add(name);
    return { name, threshold, members: members.length, cosigned };
  });
  return { groups, isMet: policy.quorum === null || policy.quorum === noQuorum || met.has(policy.quorum) };
}
