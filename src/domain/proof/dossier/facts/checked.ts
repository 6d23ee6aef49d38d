import { reasonTexts } from '../../evidence/check-texts.ts';
import type { EvidenceCheckName, EvidenceReason, EvidenceReport } from '../../evidence/verify.ts';
import type { Checked } from './log.ts';

/** The checks which prove that an entry is in the tree of a checkpoint signed by the log. */
export const proofChecks: readonly EvidenceCheckName[] = ['proof', 'checkpoint', 'signature', 'inclusion'];

/** The result of the first of these checks that did not pass. */
export function checkedOf({ checks }: EvidenceReport, wanted: readonly EvidenceCheckName[]): Checked {
  for (const check of checks) {
    if (!wanted.includes(check.name) || check.outcome === 'pass') continue;
    if (check.outcome === 'not-run' && check.reason === 'not-given') continue;
    if (check.outcome === 'not-run' && check.reason === 'pending') return { state: 'absent' };
    return { state: isContradiction(check.reason) ? 'broken' : 'lacking', why: reasonTexts[check.reason] };
  }
  return { state: 'held' };
}

/** Whether something was compared and differs. All other reasons say that something is missing or could not be read. */
export function isContradiction(reason: string): boolean {
  return contradictions.has(reason);
}

const contradictions: ReadonlySet<string> = new Set<EvidenceReason>([
  'other-number',
  'other-leaf',
  'other-checkpoint',
  'unlisted-file',
  'wrong-size',
  'wrong-sha256',
  'wrong-sm3',
  'no-known-key',
  'wrong-signature',
  'wrong-origin',
  'out-of-range',
  'wrong-length',
  'wrong-root',
]);
