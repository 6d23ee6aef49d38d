import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { EvidenceRow } from '../../../contract/console/evidence.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { get } from '../../kit/net/call.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { evidencePath } from '../../kit/certificate/evidence-paths.ts';
import { fileTone } from '../../kit/certificate/file-tone.ts';
import { CutText } from '../../kit/ui/full-text/cut-text.tsx';
import { MiddleShort } from '../../kit/ui/text/middle-short.tsx';
import { Pager } from '../../kit/list/pager.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { RetryButton } from '../../kit/ui/retry-button.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import '../../kit/list/list.css';

const path = '/api/ajax/data/dataList';

/** The evidence that an application covers, 10 per page; each opens its certificate in a new tab. */
export function CoveredEvidence({ orderId }: { orderId: string }) {
  const [page, setPage] = useState(1);
  const fields = { orderId, page, limit: limits.pageSize };
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: [path, fields],
    queryFn: ({ signal }) => get(path, fields, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const error = errorToShow(failure);
  if (!data && error) {
    return (
      <p className="hint" role="alert">
        {error.message}
        <RetryButton isLink retry={refetch} />
      </p>
    );
  }
  return (
    <div className="covered" aria-busy={!data}>
      {data && <PlainTable rows={data.list} rowKey={(row) => row.baoquan} columns={columns} />}
      {data && data.count > limits.pageSize && <Pager page={page} total={data.count} turnTo={setPage} prefetch={() => undefined} />}
    </div>
  );
}

const columns: TableColumn<EvidenceRow>[] = [
  {
    title: '存证编号',
    // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
    cell: (row) => <CertificateLink row={row} />,
  },
  // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
  {
    title: '存证名称',
    cell: (row) => <CutText text={row.title} className="covered-title" />,
  },
  { title: '存证类型', cell: (row) => row.type_name },
  { title: '存证时间', cell: (row) => row.saveTime },
  // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
  { title: '文件状态', cell: (row) => <StatusDot tone={fileTone(row.fileStatus)} text={row.fileStatus_name} /> },
];

function CertificateLink({ row }: { row: EvidenceRow }) {
  const { can } = useOperator();
  return (
    <Link className="mono" to={evidencePath(row, can)} target="_blank" rel="noreferrer" data-full={row.baoquan}>
      <MiddleShort text={row.baoquan} max={20} />
    </Link>
  );
}
