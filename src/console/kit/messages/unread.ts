import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { heardUnread } from '../live/heard-unread.ts';
import { keepUnreadTold } from '../live/keep-unread.ts';
import { asBackgroundCall } from '../net/background-call.ts';
import { get, post } from '../net/call.ts';

const unreadKey = ['messages', 'unread'] as const;
/** First part of the key of every query that lists messages. */
export const messageListKey = ['messages', 'list'] as const;

/** Whether an event stream tells of the operator's messages, so that nothing has to ask for them. */
export function useIsTold(): boolean {
  return useSyncExternalStore(heardUnread.subscribe, () => heardUnread.current() !== undefined);
}

/**
 * Number of the operator's unread messages. The bell's stream tells it; while none does, it is fetched every half minute that the page is
 * visible, and when it becomes visible again.
 */
export function useUnread(isEnabled: boolean): number {
  const isTold = useIsTold();
  const { data } = useQuery(
    queryOptions({
      queryKey: unreadKey,
      queryFn: ({ signal }) => get('/api/ajax/message/getCount', {}, { signal, quiet: true }),
      enabled: isEnabled,
      refetchInterval: isTold ? false : pollMs,
      refetchOnWindowFocus: isTold ? false : 'always',
    }),
  );
  return data?.unread ?? 0;
}
export const pollMs = 30_000;

/** Keeps the number of unread messages and the lists of messages as the stream tells them. */
export function useToldUnread(isEnabled: boolean): void {
  const cache = useQueryClient();
  const heard = useSyncExternalStore(heardUnread.subscribe, heardUnread.current);
  useEffect(() => (isEnabled ? keepUnreadTold() : undefined), [isEnabled]);
  useEffect(() => {
    if (!heard) return;
    cache.setQueryData(unreadKey, { unread: heard.unread });
    void asBackgroundCall(() => cache.invalidateQueries({ queryKey: messageListKey }));
  }, [cache, heard]);
}

/** @returns a function that marks one message as read, or all. */
export function useMarkRead(): (id?: string) => Promise<void> {
  const cache = useQueryClient();
  return async (id) => {
    const answer = await post('/api/ajax/message/read', id === undefined ? {} : { ids: id }).catch(() => undefined); // the call reported it
    if (answer) cache.setQueryData(unreadKey, answer);
    await cache.invalidateQueries({ queryKey: messageListKey });
  };
}

/** Short enough for the bell. */
export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
