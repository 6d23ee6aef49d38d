import { downloadType } from '../../domain/codes/evidence.ts';
import type { OnlineKind } from '../../domain/codes/online.ts';
import type { EvidenceRow } from '../../contract/evidence.ts';

/** Where the certificate of an evidence is shown: evidence that an app kept, or evidence of online collection. */
export function evidencePath(row: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload' | 'downType'>): string {
  const kind = downloadType.nameOf(row.downType) ?? 'evidence';
  return kind === 'evidence' ? certificatePath(row) : attestationPath(kind, row.baoquan);
}

/** The status goes along as the seed's address has it; the page itself believes the server's answer alone. */
export function certificatePath({ baoquan, userId, isDownload }: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload'>): string {
  return `/certificate/${encodeURIComponent(baoquan)}/${encodeURIComponent(userId)}?isDownload=${isDownload}`;
}

export function attestationPath(kind: OnlineKind, number: string): string {
  return `/online/attestation/${encodeURIComponent(number)}/${attestationSegments[kind]}`;
}

/** Seed 1, section 2: /online/attestation/{id}/{web or move or pro}. */
export const attestationSegments: Record<OnlineKind, string> = { web: 'web', process: 'pro', move: 'move' };
