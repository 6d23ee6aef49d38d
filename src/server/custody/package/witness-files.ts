import { packageNames as names } from '../../../domain/evidence/package-names.ts';
import { madeFile, type PackageFile } from './package-file.ts';
import type { ProvenFacts } from './proven-facts.ts';

/** The office's policy and, if the token is over an earlier checkpoint than the cosigned one, the proof under that. */
export function witnessFiles({ policy, anchorProofs: { proof } }: ProvenFacts): PackageFile[] {
  return [
    ...(policy === null ? [] : [madeFile(names.policy, policy)]),
    ...(proof.stamped ? [madeFile(names.timestampProof, proof.stamped.text)] : []),
  ];
}
