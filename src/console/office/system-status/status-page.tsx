import { useQuery } from '@tanstack/react-query';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get, type ReplyOf } from '../../kit/net/call.ts';
import { Card } from '../../kit/ui/field-list.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { FaultyFiles } from './faulty-files.tsx';
import { summaryOf } from './summary.ts';
import './system.css';

type Status = ReplyOf<'GET', '/api/ajax/system/getStatus'>;

/** 系统状态: problems of the installation, and how to solve them. */
export function SystemStatusPage() {
  const query = useQuery({
    queryKey: ['system-status'],
    queryFn: ({ signal }) => get('/api/ajax/system/getStatus', {}, { signal, quiet: true }),
  });
  const again = (
    <button type="button" className="btn" disabled={query.isFetching} onClick={() => void query.refetch()}>
      重新检查
    </button>
  );
  return (
    <QueryView query={query}>
      {({ time, lines }) => (
        <div className="system-page">
          <div className="system-head">
            <p role="status">{summaryOf(lines)}</p>
            <p className="num">检查时间 {time}</p>
            {again}
          </div>
          <Card title="检查结果">
            <PlainTable rows={lines} rowKey={({ name }) => name} columns={columns} />
          </Card>
          <FaultyFiles refresh={() => void query.refetch()} />
        </div>
      )}
    </QueryView>
  );
}

const columns: readonly TableColumn<Status['lines'][number]>[] = [
  { title: '检查项', cell: ({ name }) => name },
  { title: '状态', cell: ({ tone, state_name: text }) => <StatusDot tone={tone} text={text} /> },
  { title: '情况', cell: ({ text }) => text, isProse: true },
  { title: '处理办法', cell: ({ advice }) => advice, isProse: true },
];
