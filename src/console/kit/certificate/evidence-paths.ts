import type { Permission } from '../../../domain/business/access/access.ts';
import { downloadType } from '../../../domain/business/codes/evidence.ts';
import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import type { EvidenceRow } from '../../../contract/console/evidence.ts';

/**
 * The address of the certificate of an application's evidence: the attestation page for online evidence, the certificate page otherwise.
 * Without permission for the online list, all evidence opens in the certificate page.
 */
export function evidencePath(
  row: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload' | 'downType'>,
  can: (page: Permission) => boolean,
): string {
  const kind = downloadType.nameOf(row.downType) ?? 'evidence';
  return kind !== 'evidence' && can(`online:${kind}`) ? attestationPath(kind, row.baoquan) : certificatePath(row);
}

/** The address carries the status (spec/console, 2.3), but the page trusts only the server's answer. */
export function certificatePath({ baoquan, userId, isDownload }: Pick<EvidenceRow, 'baoquan' | 'userId' | 'isDownload'>): string {
  return `/certificate/${encodeURIComponent(baoquan)}/${encodeURIComponent(userId)}?isDownload=${isDownload}`;
}

export function attestationPath(kind: OnlineKind, number: string): string {
  return `/online/attestation/${encodeURIComponent(number)}/${attestationSegments[kind]}`;
}

/** spec/console, 2.3: /online/attestation/{id}/{web or move or pro}. */
export const attestationSegments: Record<OnlineKind, string> = { web: 'web', process: 'pro', move: 'move' };
