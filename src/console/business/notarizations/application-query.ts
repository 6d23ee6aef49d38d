import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { get } from '../../kit/net/call.ts';
import type { ApplicationAddress } from './address.ts';

export const detailPath = '/api/data/evidencesDetail';
export const listPath = '/api/ajax/data/getEvidencesList';

/**
 * An application. Each fetch may be a row of the trail, so it is not repeated when the window regains the focus or the network returns. It
 * is repeated, ever more slowly, while its document is being made, and before the links of its pictures and documents expire.
 */
export function useApplication(address: ApplicationAddress) {
  return useQuery(applicationQuery(address));
}

export function applicationQuery(address: ApplicationAddress) {
  return queryOptions({
    queryKey: [detailPath, address.orderId, address],
    queryFn: ({ signal }) => get(detailPath, { ...address }, { signal, quiet: true }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => (state.data && !state.error ? askAgainMs(state.data, state.dataUpdateCount) : false),
  });
}

/** @param asked number of answers so far. */
export function askAgainMs(detail: Pick<ApplicationDetail, 'document_no' | 'pdfs'>, asked: number): number {
  return isInTheMaking(detail) ? Math.min(slowestMs, 1_000 * 2 ** Math.min(asked, 10)) : linkLifeMs;
}

/** A document has its number as soon as the application passes, and its file somewhat later. */
export function isInTheMaking({ document_no: number, pdfs }: Pick<ApplicationDetail, 'document_no' | 'pdfs'>): boolean {
  return number !== '' && pdfs.length === 0;
}

const slowestMs = 15_000;
/** Signed links are valid for 15 minutes (spec/wire, 1). */
const linkLifeMs = 14 * 60_000;
