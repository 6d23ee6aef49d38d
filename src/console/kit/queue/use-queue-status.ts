import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import { get, type ReplyOf } from '../net/call.ts';
import { writeEvents } from '../net/write-events.ts';

const path = '/api/ajax/queue/getStanding';
export type QueueStatus = ReplyOf<'GET', typeof path>;

/** How many cases wait, the position of this one, and what others hold. Fetched periodically, and after each write. */
export function useQueueStatus(
  kind: QueueKind,
  id: string | undefined,
): { readonly status: QueueStatus | undefined; readonly updatedAt: number } {
  const cache = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [path, kind, id],
    queryFn: ({ signal }) => get(path, { kind, ...(id === undefined ? {} : { id }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
  useEffect(() => writeEvents.subscribe(() => void cache.invalidateQueries({ queryKey: [path] })), [cache]);
  return { status: data, updatedAt: dataUpdatedAt };
}
