import { packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { ArchiveProofs } from './archive-proofs.ts';
import { madeFile, type PackageFile } from './package-file.ts';

/** Files beside `capture.wacz`, which the manifest lists itself: the token over its digest, its key, and the log's proof of the key. */
export function archiveFiles(proofs: ArchiveProofs | null): PackageFile[] {
  if (!proofs) return [];
  const { timestamp, keyPem, keyProof } = proofs;
  const token = timestamp
    ? [madeFile(names.archiveTimestamp, timestamp.der), madeFile(names.archiveTimestampChain, timestamp.chainPem)]
    : [];
  return [...token, madeFile(names.archiveKey, keyPem), madeFile(names.archiveKeyProof, keyProof.text)];
}
