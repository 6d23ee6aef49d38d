import { downloadType } from '../../domain/codes.ts';
import type { EvidenceRow } from '../../contract/evidence.ts';

/** Where the certificate of an evidence is shown: evidence that an app kept, or evidence of online collection. */
export function evidencePath(row: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload' | 'downType'>): string {
  const segment = attestationSegments[downloadType.nameOf(row.downType) ?? 'evidence'];
  return segment === undefined ? certificatePath(row) : `/online/attestation/${encodeURIComponent(row.baoquan)}/${segment}`;
}

/** The status goes along as the seed's address has it; the page itself believes the server's answer alone. */
export function certificatePath({ baoquan, userId, isDownload }: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload'>): string {
  return `/certificate/${encodeURIComponent(baoquan)}/${encodeURIComponent(userId)}?isDownload=${isDownload}`;
}

/** Seed 1, section 2: /online/attestation/{id}/{web or move or pro}. */
const attestationSegments = { evidence: undefined, web: 'web', process: 'pro', move: 'move' } as const;
