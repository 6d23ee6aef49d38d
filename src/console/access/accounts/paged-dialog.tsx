import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Pager } from '../../kit/list/pager.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { RetryButton } from '../../kit/ui/retry-button.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import '../../kit/list/list.css';
import '../../kit/form/form.css';

interface Props<Row> {
  readonly title: string;
  readonly queryKey: readonly unknown[];
  readonly fetch: (
    page: { readonly page: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<{ list: readonly Row[]; count: number }>;
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
  readonly close: () => void;
}

/** A table in a dialog, 10 rows per page. */
export function PagedDialog<Row>({ title, queryKey, fetch, rowKey, columns, close }: Props<Row>) {
  const [page, setPage] = useState(1);
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => fetch({ page, limit: limits.pageSize }, signal),
    placeholderData: keepPreviousData,
  });
  const error = errorToShow(failure);
  let body = <p className="paged-wait" aria-busy="true" />;
  if (data) body = <PlainTable rows={data.list} rowKey={rowKey} columns={columns} />;
  else if (error) {
    body = (
      <div className="paged-wait" role="alert">
        <p>{error.message}</p>
        <RetryButton retry={refetch} />
      </div>
    );
  }
  return (
    <Dialog title={title} width={760} close={close}>
      <div className="paged">{body}</div>
      <Pager page={page} total={data?.count} turnTo={setPage} prefetch={() => undefined} />
    </Dialog>
  );
}
