import { proofChecks } from '../dossier/facts/checked.ts';
import { verifyEvidence } from '../evidence/verify.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { lineOf } from './line.ts';

/** Why the log does not contain an entry with these bytes; empty if it does. */
export function entryFaults(entry: Uint8Array, proof: Uint8Array, log: TrustedLog): string[] {
  const { checks } = verifyEvidence({
    manifest: entry,
    files: [],
    filesAreComplete: false,
    proof,
    checkpoint: null,
    log,
    statedNumber: null,
    statedLeaf: null,
  });
  return checks
    .filter(({ name, outcome }) => proofChecks.includes(name) && outcome !== 'pass')
    .map((check) => {
      const { label, reason } = lineOf(check);
      return `${label}：${reason ?? ''}`;
    });
}
