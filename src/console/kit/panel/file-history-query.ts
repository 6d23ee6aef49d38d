import { queryOptions } from '@tanstack/react-query';
import { get } from '../net/call.ts';

/** Name of the tab with the complete history. */
export const fileHistoryTab = '去向';

/** Who received the object's files, newest first. */
export function fileHistoryQuery(object: string, page: number, limit: number) {
  return queryOptions({
    queryKey: ['file-history', object, page, limit],
    queryFn: ({ signal }) => get('/api/ajax/fileHistory/getList', { object, page, limit }, { signal, quiet: true }),
  });
}
