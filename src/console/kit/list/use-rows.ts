import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { rowsOf } from '../../../contract/wire.ts';
import { read } from '../net/call.ts';
import { errorToShow } from '../net/verdict.ts';
import {
  limitOf,
  listFields,
  pageOf,
  searchOf,
  valuesOf,
  type ListPath,
  type ListReplyOf,
  type ListSource,
  type RowOf,
} from './list-source.ts';

/** The rows of an address. The previous rows stay until the next ones arrive, and the following page is prefetched. */
export function useRows<P extends ListPath>(source: ListSource<P>, search: URLSearchParams, isEnabled: boolean) {
  const cache = useQueryClient();
  const query = useQuery({ ...rowsQuery(source, search), placeholderData: keepPreviousData, enabled: isEnabled });
  const { data } = query;
  const page = pageOf(search);
  const address = search.toString();
  const limit = limitOf(source, search);
  const pages = data ? Math.max(1, Math.ceil(data.total / limit)) : 1;

  const warmPage = useCallback(
    (target: number) => {
      if (target < 1 || target > pages) return;
      const current = new URLSearchParams(address);
      void cache.prefetchQuery(rowsQuery(source, searchOf(source, valuesOf(source, current), { page: target, limit })));
    },
    [cache, source, address, pages, limit],
  );
  useEffect(() => {
    if (query.isPlaceholderData || !data) return undefined;
    const timer = setTimeout(() => warmPage(page + 1), idleMs);
    return () => clearTimeout(timer);
  }, [query.isPlaceholderData, data, page, warmPage]);

  return {
    rows: query.error && !query.isPlaceholderData && !data ? undefined : data?.rows,
    total: data?.total,
    reply: data?.reply,
    updatedAt: query.dataUpdatedAt,
    isOld: query.isPlaceholderData,
    isFetching: query.isFetching,
    error: errorToShow(query.error),
    refetch: query.refetch,
    warmPage,
  };
}

const idleMs = 600;

function rowsQuery<P extends ListPath>(source: ListSource<P>, search: URLSearchParams) {
  const fields = listFields(source, search);
  return {
    queryKey: [source.path, fields],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // The refusal is shown in place of the rows; a toast would repeat it.
      const data = await read(source.method, source.path, fields, { signal, quiet: true });
      // The wire is parsed here.
      return { ...rowsOf<RowOf<P>>(data as { list: RowOf<P>[]; count: number }), reply: data as ListReplyOf<P> };
    },
  };
}
