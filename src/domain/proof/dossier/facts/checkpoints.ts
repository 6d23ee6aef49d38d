import { packageNames as names } from '../../evidence/package-names.ts';
import { parseMark } from '../../marks/mark.ts';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint, type TrustedLog } from '../../tlog/checkpoint.ts';
import { parseTlogProof } from '../../tlog/tlog-proof.ts';

/** All checkpoints in a package that the log signed, from any file. Files without a valid one are skipped; other checks report them. */
export function checkpointsOf(file: (name: string) => Uint8Array | undefined, log: TrustedLog): Checkpoint[] {
  const mark = parseMark(file(names.mark) ?? new Uint8Array(0));
  const notes = [
    file(names.checkpoint),
    mark.ok ? utf8(mark.value.checkpoint) : undefined,
    ...proofNames.map((name) => {
      const proof = parseTlogProof(file(name) ?? new Uint8Array(0));
      return proof.ok ? proof.value.checkpoint : undefined;
    }),
  ];
  return notes.flatMap((bytes) => {
    const signed = bytes && parseCheckpoint(bytes);
    if (!signed?.ok) return [];
    const { checkpoint, note } = signed.value;
    return verifyCheckpoint(checkpoint, note, log).ok ? [checkpoint] : [];
  });
}

const proofNames = [
  names.proof,
  names.timestampProof,
  names.officeProof,
  names.archiveKeyProof,
  names.credentialsProof,
  names.anchorProof,
  names.sm2Proof,
];
