import { useQuery } from '@tanstack/react-query';
import { fileStatus } from '../../../domain/business/codes/evidence.ts';
import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import { anchorOf, isUnderWay } from '../../kit/certificate/anchor.ts';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { get, post } from '../../kit/net/call.ts';
import { detailFields } from './detail-fields.ts';

export const detailPath = '/api/data/saveDataDetail';

/**
 * An evidence with its anchor. Fetched again until it is anchored and its file is stored; not when the window regains the focus, because
 * each fetch is a row of the trail.
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

/** A link to download the original. */
export async function linkToFile({ baoquan, downType: type }: EvidenceDetail): Promise<string> {
  return (await post('/api/Down/baoquanFile', { baoquan, type })).url;
}

/** A new link to the certificate's content, for media that plays on; a background call of the page itself. */
export async function freshPreview({ baoquan, userId }: EvidenceDetail): Promise<string> {
  return (await asBackgroundCall(() => get(detailPath, { baoquan, userId }, { quiet: true }))).preview_url;
}

/** Whether the answer may soon change: a missing file stays missing, and evidence without a stored file is never anchored. */
function isOpen(detail: EvidenceDetail): boolean {
  if (fileStatus.is(detail.isDownload, 'uploading')) return true;
  return detail.sha256 !== '' && isUnderWay(anchorOf(detail));
}

const openIntervalMs = 4_000;
