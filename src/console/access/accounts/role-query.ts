import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, post, type ReplyOf } from '../../kit/net/call.ts';

export type SavedRole = ReplyOf<'POST', '/api/ajax/role/getSaveRole'>;

/**
 * A role with its tree. A form starts from the current state, never from an earlier visit's, and later changes do not alter it while it is
 * open.
 */
export function useSavedRole(id: string) {
  const queryKey = [savedPath, id, useVisit()];
  return useQuery({ queryKey, queryFn: ({ signal }) => post(savedPath, { id }, { signal, quiet: true }), ...freshAtVisit });
}

export function useAllRules() {
  const queryKey = [rulesPath, useVisit()];
  return useQuery({ queryKey, queryFn: ({ signal }) => get(rulesPath, {}, { signal, quiet: true }), ...freshAtVisit });
}

/** For query keys with `useVisit`: each visit asks once, and its answer stays as long as the screen, visible or in a hidden tab. */
export const freshAtVisit = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** For a dialog, whose answer is dropped when it closes. */
export const alwaysFresh = { ...freshAtVisit, gcTime: 0 } as const;

/** A different number for each mounted component. */
export function useVisit(): number {
  const [visit] = useState(() => (visits += 1));
  return visit;
}

let visits = 0;

const savedPath = '/api/ajax/role/getSaveRole';
const rulesPath = '/api/ajax/role/getAllRule';
