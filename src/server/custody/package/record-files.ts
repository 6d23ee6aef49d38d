import { packageNames as names } from '../../../domain/evidence/package-names.ts';
import { madeFile, type PackageFile } from './package-file.ts';
import type { ProvenFacts } from './proven-facts.ts';

/** The evidence record, which exists from the day after the evidence, and the proof that joins the checkpoints of all proofs. */
export function recordFiles({ anchorProofs: { record }, consistency }: ProvenFacts): PackageFile[] {
  return [...(record ? [madeFile(names.evidenceRecord, record)] : []), ...(consistency ? [madeFile(names.consistency, consistency)] : [])];
}
