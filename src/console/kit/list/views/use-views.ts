import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewLists } from '../../../../contract/console/view-lists.ts';
import type { ViewRow } from '../../../../contract/console/views.ts';
import { get } from '../../net/call.ts';
import { writeEvents } from '../../net/write-events.ts';
import { rememberDefaults } from './default-view.ts';

export const viewsKey = ['views'] as const;

/** The views that the operator can read, of all lists. */
export function useViews(isEnabled = true) {
  return useQuery({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await get('/api/ajax/view/getList', {}, { signal, quiet: true })).list,
    enabled: isEnabled,
    staleTime: everyMs / 2,
  });
}

/** The same, kept up to date: fetched every minute while the page is visible, when it becomes visible again, and after each write. */
export function useLiveViews(isEnabled: boolean): readonly ViewRow[] {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await get('/api/ajax/view/getList', {}, { signal, quiet: true })).list,
    enabled: isEnabled,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => writeEvents.subscribe(() => void cache.invalidateQueries({ queryKey: viewsKey })), [cache]);
  useEffect(() => {
    if (data) rememberDefaults(defaultsOf(data));
  }, [data]);
  return data ?? [];
}

const everyMs = 60_000;

/** Maps the page of a list to the id of its default view. */
function defaultsOf(views: readonly ViewRow[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(viewLists).flatMap(([list, { page }]) =>
      page === '' ? [] : [[page, views.find((view) => view.list === list && view.is_default === 1)?.id ?? '']],
    ),
  );
}
