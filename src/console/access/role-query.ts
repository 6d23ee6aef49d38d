import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, post, type ReplyOf } from '../net/call.ts';

export type SavedRole = ReplyOf<'POST', '/api/ajax/role/getSaveRole'>;

/**
 * A role with its tree. A form begins with what stands now, never with what an earlier visit saw; it does not change under the operator's
 * hands.
 */
export function useSavedRole(id: string) {
  const queryKey = [savedPath, id, useVisit()];
  return useQuery({ queryKey, queryFn: ({ signal }) => post(savedPath, { id }, { signal, quiet: true }), ...freshAtVisit });
}

export function useAllRules() {
  const queryKey = [rulesPath, useVisit()];
  return useQuery({ queryKey, queryFn: ({ signal }) => get(rulesPath, {}, { signal, quiet: true }), ...freshAtVisit });
}

/** With a key of the visit: each asks for itself, and what it was answered is there as long as the screen, in sight or in a tab. */
export const freshAtVisit = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Of a dialog: what it was answered goes with it. */
export const alwaysFresh = { ...freshAtVisit, gcTime: 0 } as const;

/** Another number for each component that stands. */
export function useVisit(): number {
  const [visit] = useState(() => (visits += 1));
  return visit;
}

let visits = 0;

const savedPath = '/api/ajax/role/getSaveRole';
const rulesPath = '/api/ajax/role/getAllRule';
