import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApplicationDetail } from '../../contract/console/notarizations.ts';
import { get } from '../net/call.ts';
import type { ApplicationAddress } from './address.ts';

export const detailPath = '/api/data/evidencesDetail';
export const listPath = '/api/ajax/data/getEvidencesList';

/**
 * An application. Each asking may be a row of the trail, so it is not asked again just because the window or the line came back;
 * but it is while its document is being made, ever more slowly, and before the links of its pictures and documents die.
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

/** @param asked how often it was answered so far. */
export function askAgainMs(detail: Pick<ApplicationDetail, 'document_no' | 'pdfs'>, asked: number): number {
  return isInTheMaking(detail) ? Math.min(slowestMs, 1_000 * 2 ** Math.min(asked, 10)) : linkLifeMs;
}

/** A document has its number from the moment of passing and its file somewhat later. */
export function isInTheMaking({ document_no: number, pdfs }: Pick<ApplicationDetail, 'document_no' | 'pdfs'>): boolean {
  return number !== '' && pdfs.length === 0;
}

const slowestMs = 15_000;
/** Signed links live 15 minutes (wire, section 1). */
const linkLifeMs = 14 * 60_000;
