import { queryOptions } from '@tanstack/react-query';
import { get } from '../net/call.ts';

/** The notes of an object; polled, because colleagues write there too. */
export function notesQuery(object: string, page: number) {
  return queryOptions({
    queryKey: ['notes', object, page],
    queryFn: ({ signal }) => get('/api/ajax/note/getList', { object, page, limit: notesAtOnce }, { signal, quiet: true }),
    refetchInterval: 15_000,
  });
}
export const notesAtOnce = 20;

/** The colleagues whom a note of the object may name. */
export function colleaguesQuery(object: string, isEnabled: boolean) {
  return queryOptions({
    queryKey: ['colleagues', object],
    queryFn: ({ signal }) => get('/api/ajax/note/getColleagues', { object }, { signal, quiet: true }),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}
