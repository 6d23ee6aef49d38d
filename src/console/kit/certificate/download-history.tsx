import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { DownloadRow } from '../../../contract/console/evidence.ts';
import { get } from '../net/call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Pager } from '../list/pager.tsx';
import { PlainTable, type TableColumn } from '../ui/plain-table.tsx';
import { errorToShow } from '../net/verdict.ts';
import { RetryButton } from '../ui/retry-button.tsx';
import '../list/list.css';
import './download-history.css';

interface Props {
  /** Wire code of the downloads' kind (`historyType`). */
  readonly type: number;
  /** Downloads of one evidence number; without it, all downloads from the list. */
  readonly number?: string;
  /** Downloads of one application's documents, which have no numbers. */
  readonly orderId?: string;
  readonly close: () => void;
}

/** 下载历史: who downloaded what and when, newest first. */
export function DownloadHistory({ type, number, orderId, close }: Props) {
  const [page, setPage] = useState(1);
  const fields = { type, page, limit: limits.pageSize, ...whoseDownloads(number, orderId) };
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: [downloadHistoryKey, fields],
    queryFn: ({ signal }) => get(downloadHistoryKey, fields, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    // The dialog is opened to see the latest download, so a cached answer will not do.
    staleTime: 0,
  });
  const error = errorToShow(failure);
  return (
    <Dialog title="下载历史" width={720} close={close}>
      <div className="download-history" aria-busy={!data && !error}>
        {data && <PlainTable rows={data.list} rowKey={(row) => row.id} columns={orderId === undefined ? columns : withoutNumber} />}
        {error && (
          <p className="download-history-error">
            {error.message}
            <RetryButton retry={refetch} />
          </p>
        )}
      </div>
      <Pager page={page} total={data?.count} turnTo={setPage} prefetch={() => undefined} />
    </Dialog>
  );
}

export const downloadHistoryKey = '/api/DownHistory/getList';

function whoseDownloads(number: string | undefined, orderId: string | undefined) {
  if (orderId !== undefined) return { orderId };
  // For a list, single downloads are included too: `is_batch` alone would leave them out.
  return number === undefined ? { is_batch: 1, is_all: 1 } : { baoquan_no: number, is_batch: 0 };
}

const withoutNumber: TableColumn<DownloadRow>[] = [
  { title: '操作人', cell: (row) => row.operator },
  { title: '操作时间', cell: (row) => row.operate_time },
];
const columns: TableColumn<DownloadRow>[] = [
  ...withoutNumber,
  // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
  { title: '证据编号', cell: (row) => <span className="mono">{row.baoquan_no}</span> },
];
