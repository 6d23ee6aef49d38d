import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../net/call.ts';

export const unreadKey = ['messages', 'unread'] as const;

/** Number of the operator's unread messages. Fetched every half minute while the page is visible, and when it becomes visible again. */
export function useUnread(isEnabled: boolean): number {
  const { data } = useQuery(
    queryOptions({
      queryKey: unreadKey,
      queryFn: ({ signal }) => get('/api/ajax/message/getCount', {}, { signal, quiet: true }),
      enabled: isEnabled,
      refetchInterval: 30_000,
      refetchOnWindowFocus: 'always',
    }),
  );
  return data?.unread ?? 0;
}

/** Short enough for the bell. */
export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
