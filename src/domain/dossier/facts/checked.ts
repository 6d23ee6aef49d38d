import { reasonTexts } from '../../evidence/check-texts.ts';
import type { EvidenceCheckName, EvidenceReport } from '../../evidence/verify.ts';
import type { Checked } from './log.ts';

/** That an entry is in the tree of a checkpoint that the log signed. */
export const proofChecks: readonly EvidenceCheckName[] = ['proof', 'checkpoint', 'signature', 'inclusion'];

/** The first of these checks that did not pass. */
export function checkedOf({ checks }: EvidenceReport, wanted: readonly EvidenceCheckName[]): Checked {
  for (const check of checks) {
    if (!wanted.includes(check.name) || check.outcome === 'pass') continue;
    if (check.outcome === 'not-run' && check.reason === 'not-given') continue;
    if (check.outcome === 'not-run' && check.reason === 'pending') return { state: 'absent' };
    return { state: 'broken', why: reasonTexts[check.reason] };
  }
  return { state: 'held' };
}
