import { lazy, Suspense } from 'react';
import type { CallRow } from '../../../contract/console/clients.ts';
import type { RowDialog, Tone } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { callSource } from './sources.ts';

const CallDetail = lazy(async () => ({ default: (await import('./call-detail.tsx')).CallDetail }));

const Detail: RowDialog<CallRow> = ({ row, close }) => (
  <Suspense>
    <CallDetail row={row} close={close} />
  </Suspense>
);

/** 调用记录: a client's calls of the last 30 days, and why they were refused. */
export const CallList = listScreen({
  name: 'client-calls',
  source: callSource,
  rowKey: (row) => row.id,
  totals: ({ client }) => `${client.name}（${client.type_name}）　app_id ${client.app_id}　保留 30 天`,
  columns: [
    { kind: 'time', title: '时间', text: (row) => row.time, width: 156 },
    { kind: 'text', title: '调用', text: (row) => row.call },
    { kind: 'status', title: '状态', text: (row) => String(row.status), tone: toneOf, width: 72 },
    { kind: 'number', title: '耗时（毫秒）', text: (row) => String(row.ms), width: 104 },
    { kind: 'ip', title: 'IP', text: (row) => row.ip, width: 128 },
    { kind: 'opens', title: '拒绝原因', text: (row) => row.reason.split('\n', 1)[0] ?? '', dialog: Detail },
  ],
});

function toneOf({ status }: CallRow): Tone {
  if (status < 400) return 'done';
  return status < 500 ? 'wait' : 'failed';
}
