import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplicationDetail, ApplicationPiece, PieceCheck } from '../../../contract/console/notarizations.ts';
import { pieceState } from '../../../domain/business/codes/notarizations.ts';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { get } from '../../kit/net/call.ts';
import { detailPath } from './application-query.ts';

const piecePath = '/api/data/saveDataDetail';
const checkPath = '/api/data/checkPiece';

/**
 * The evidence of a piece, asked for when the piece is shown: its answer makes it count as opened, on the server and in the application
 * that the cache holds.
 */
export function usePieceDetail(orderId: string, { baoquan, opened }: ApplicationPiece) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: [piecePath, orderId, baoquan],
    queryFn: async ({ signal }) => {
      const detail = await get(piecePath, { baoquan }, { signal, quiet: true });
      mark(cache, orderId, baoquan, { opened: 1 });
      return detail;
    },
    staleTime: opened === 1 ? linkStaleMs : 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** A new link for media that plays on; a background call of the page itself. */
export async function freshPiece(baoquan: string): Promise<string> {
  return (await asBackgroundCall(() => get(piecePath, { baoquan }, { quiet: true }))).preview_url;
}

/** What the check of now says of a piece: it is made again each time the piece is shown, and asked for until it is made. */
export function usePieceCheck(orderId: string, baoquan: string) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: [checkPath, orderId, baoquan],
    queryFn: async ({ signal }) => {
      const check = await get(checkPath, { orderId, baoquan }, { signal, quiet: true });
      const { checked, state, state_name } = check;
      mark(cache, orderId, baoquan, { checked, state, state_name });
      return check;
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? askAgainMs : false),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function isUnderWay({ state }: PieceCheck): boolean {
  return pieceState.is(state, 'checking');
}

/** Changes a piece of the application in every answer that the cache holds of it. */
function mark(cache: QueryClient, orderId: string, baoquan: string, change: Partial<ApplicationPiece>): void {
  cache.setQueriesData<ApplicationDetail>({ queryKey: [detailPath, orderId] }, (detail) =>
    detail ? { ...detail, pieces: detail.pieces.map((piece) => (piece.baoquan === baoquan ? { ...piece, ...change } : piece)) } : undefined,
  );
}

const askAgainMs = 1_000;
/** Links are valid for 15 minutes. */
const linkStaleMs = 600_000;
