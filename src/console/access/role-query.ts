import { useQuery } from '@tanstack/react-query';
import { get, post, type ReplyOf } from '../net/call.ts';

export type SavedRole = ReplyOf<'POST', '/api/ajax/role/getSaveRole'>;

/**
 * A role with its tree. A form begins with what stands now, never with what an earlier visit saw; it does not change under the operator's
 * hands.
 */
export function useSavedRole(id: string) {
  return useQuery({ queryKey: [savedPath, id], queryFn: ({ signal }) => post(savedPath, { id }, { signal, quiet: true }), ...alwaysFresh });
}

export function useAllRules() {
  return useQuery({ queryKey: [rulesPath], queryFn: ({ signal }) => get(rulesPath, {}, { signal, quiet: true }), ...alwaysFresh });
}

export const alwaysFresh = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

const savedPath = '/api/ajax/role/getSaveRole';
const rulesPath = '/api/ajax/role/getAllRule';
