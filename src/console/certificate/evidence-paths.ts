import type { Permission } from '../../domain/access/access.ts';
import { downloadType } from '../../domain/codes/evidence.ts';
import type { OnlineKind } from '../../domain/codes/online-evidence.ts';
import type { EvidenceRow } from '../../contract/console/evidence.ts';

/**
 * Where the certificate of an evidence of an application is shown: as evidence that an app kept, or as evidence of online collection. That
 * page is for who sees its list; whoever sees the application alone is shown any evidence of it in the other one.
 */
export function evidencePath(
  row: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload' | 'downType'>,
  can: (page: Permission) => boolean,
): string {
  const kind = downloadType.nameOf(row.downType) ?? 'evidence';
  return kind !== 'evidence' && can(`online:${kind}`) ? attestationPath(kind, row.baoquan) : certificatePath(row);
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
