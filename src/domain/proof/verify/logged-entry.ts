import { isContradiction, proofChecks } from '../dossier/facts/checked.ts';
import { verifyEvidence } from '../evidence/verify.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { lineOf } from './line.ts';

/**
 * Why the proof does not show that the log contains an entry with these bytes; empty if it does. That the log lacks the entry, no proof
 * shows.
 * @param what names the entry.
 */
export function entryFaults(what: string, entry: Uint8Array, proof: Uint8Array, log: TrustedLog): string[] {
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
      const isRead = check.outcome === 'fail' && isContradiction(check.reason);
      return `${isRead ? `日志证明不能证明${what}在日志中` : '日志证明无法使用'}（${label}：${reason ?? ''}）`;
    });
}
