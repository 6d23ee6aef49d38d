import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../net/call.ts';

export const unreadKey = ['messages', 'unread'] as const;

/** How many messages of the operator are unread; asked for each half minute while the page is visible, and when it becomes so again. */
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

/** As a bell has room for it. */
export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
