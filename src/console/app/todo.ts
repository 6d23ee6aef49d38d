import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { get, type ReplyOf } from '../kit/net/call.ts';
import { writeEvents } from '../kit/net/write-events.ts';
import type { MenuPage } from '../kit/session/menu.ts';

export type Todo = Omit<ReplyOf<'GET', '/api/ajax/todo/getCounts'>['list'][number], 'id'>;
/** Waiting items by the id of the menu's page. */
export type Todos = ReadonlyMap<string, Todo>;

/** What waits for this operator. Fetched every minute while the page is visible, when it becomes visible again, and after each write. */
export function useTodo(isEnabled: boolean): Todos {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: ['todo'],
    queryFn: ({ signal }) => get('/api/ajax/todo/getCounts', {}, { signal, quiet: true }),
    enabled: isEnabled,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    const anew = () => keys.forEach((queryKey) => void cache.invalidateQueries({ queryKey }));
    // The window may have been visible beside another one all the time.
    const onFocus = () => keys.forEach((queryKey) => void cache.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false }));
    const stop = writeEvents.subscribe(anew);
    addEventListener('focus', onFocus);
    return () => {
      stop();
      removeEventListener('focus', onFocus);
    };
  }, [cache]);
  return useMemo(() => new Map(data?.list.map(({ id, ...todo }) => [id, todo])), [data]);
}

const everyMs = 60_000;
/** The workbench shows the same numbers. */
const keys = [['todo'], ['workbench']];

/** Sum of what waits on several pages. */
export function sumOf(todos: Todos, pages: readonly MenuPage[]): Todo {
  const items = pages.flatMap((page) => todos.get(page.id)?.items ?? []);
  return { count: items.reduce((sum, item) => sum + item.count, 0), items };
}
