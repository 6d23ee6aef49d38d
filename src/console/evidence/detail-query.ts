import { useQuery } from '@tanstack/react-query';
import { fileStatus } from '../../domain/codes/evidence.ts';
import type { EvidenceDetail } from '../../contract/console/evidence.ts';
import { anchorOf, isUnderWay } from '../certificate/anchor.ts';
import { asBackgroundCall } from '../net/background-call.ts';
import { get } from '../net/call.ts';
import { detailFields } from './detail-fields.ts';

export const detailPath = '/api/data/saveDataDetail';

/**
 * An evidence with its anchor. Asked for again until it is anchored and its file is there; not for a glance at another window, because each
 * asking is a row of the trail.
 */
export function useEvidenceDetail(baoquan: string, id: string) {
  return useQuery({
    queryKey: [detailPath, baoquan, id],
    queryFn: ({ signal }) => get(detailPath, detailFields(baoquan, id), { signal, quiet: true }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data && !state.error && isOpen(state.data) ? openIntervalMs : false),
  });
}

/** The link of now to what the certificate shows, for a film that goes on; asked by the page itself. */
export async function freshPreview({ baoquan, userId }: EvidenceDetail): Promise<string> {
  return (await asBackgroundCall(() => get(detailPath, { baoquan, userId }, { quiet: true }))).preview_url;
}

/** Whether an answer may soon be another one: a missing file stays missing, and what was never stored is never anchored. */
function isOpen(detail: EvidenceDetail): boolean {
  if (fileStatus.is(detail.isDownload, 'uploading')) return true;
  return detail.sha256 !== '' && isUnderWay(anchorOf(detail));
}

const openIntervalMs = 4_000;
