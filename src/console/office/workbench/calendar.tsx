import { useQuery } from '@tanstack/react-query';
import { get } from '../../kit/net/call.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { Notice } from '../../kit/ui/notices.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import type { CalendarReply } from './reply.ts';
import '../../kit/list/list.css';

/** 到期日历: what expires in custody, when, and what to do about it. */
export function Calendar() {
  const query = useQuery({
    queryKey: ['workbench', 'calendar'],
    queryFn: ({ signal }) => get('/api/ajax/workbench/getCalendar', {}, { signal }),
  });
  return <QueryView query={query}>{({ endings }) => <CalendarView endings={endings} />}</QueryView>;
}

function CalendarView({ endings }: CalendarReply) {
  if (endings.length === 0)
    return <Notice title="暂无到期事项">证书和存证记录的到期时间在此列出；存证记录在存证次日形成，须已配置时间戳服务。</Notice>;
  return (
    <Card title="到期事项">
      <PlainTable rows={endings} rowKey={({ name, ends_time: ends }) => `${name} ${ends}`} columns={columns} />
    </Card>
  );
}

const columns: readonly TableColumn<CalendarReply['endings'][number]>[] = [
  { title: '事项', cell: ({ name, tone }) => <StatusDot tone={tone} text={name} /> },
  { title: '到期时间', cell: ({ ends_time: ends }) => ends && <span className="num">{ends}</span> },
  { title: '开始续期', cell: ({ renew_time: renew }) => renew && <span className="num">{renew}</span> },
  { title: '说明', cell: ({ text }) => text, isProse: true },
];
