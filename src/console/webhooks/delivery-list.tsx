import { lazy, Suspense } from 'react';
import type { DeliveryRow } from '../../contract/console/open/webhooks.ts';
import { deliveryStatus } from '../../domain/codes/deliveries.ts';
import type { RowDialog, Tone } from '../list/columns.ts';
import { listScreen } from '../list/list-screen.tsx';
import { ReplayMarked } from './replay-marked.tsx';
import { ReplayOne } from './replay-one.tsx';
import { deliverySource } from './sources.ts';
import { WebhookHead, WebhookTools } from './webhook-head.tsx';

const DeliveryDetail = lazy(async () => ({ default: (await import('./delivery-detail.tsx')).DeliveryDetail }));

const Detail: RowDialog<DeliveryRow> = ({ row, close }) => (
  <Suspense>
    <DeliveryDetail row={row} close={close} />
  </Suspense>
);

/** 投递记录: each attempt at an endpoint with its request and response. */
export const DeliveryList = listScreen({
  name: 'deliveries',
  source: deliverySource,
  rowKey: (row) => row.id,
  totals: ({ count, is_more }) => (is_more ? `仅列出最近 ${count} 条` : undefined),
  Lead: WebhookHead,
  Tools: WebhookTools,
  marking: {
    nameOf: (row) => ({ title: row.type, note: row.event_id }),
    obstacle: () => '',
    tools: (marked) => <ReplayMarked marked={marked} />,
  },
  columns: [
    { kind: 'time', title: '时间', text: (row) => row.time },
    { kind: 'text', title: '事件', text: (row) => row.type, width: 152 },
    { kind: 'id', title: '事件编号', text: (row) => row.event_id, chars: 20, width: 212 },
    { kind: 'number', title: '次数', text: (row) => String(row.attempt), width: 56 },
    { kind: 'status', title: '状态', text: (row) => row.status_name, tone: toneOf, width: 80 },
    { kind: 'text', title: '应答', text: answerText },
    { kind: 'number', title: '毫秒', text: (row) => (row.ms === null ? '' : String(row.ms)), width: 64 },
    { kind: 'time', title: '下次', text: (row) => row.next_time },
    {
      kind: 'actions',
      title: '操作',
      width: 96,
      actions: () => [
        { label: '详情', dialog: Detail },
        { label: '重发', dialog: ReplayOne },
      ],
    },
  ],
});

function answerText({ http_status: status, error }: DeliveryRow): string {
  // If a response came, its status is informative enough.
  return status === null ? error : `HTTP ${status}`;
}

function toneOf({ status }: DeliveryRow): Tone {
  if (deliveryStatus.is(status, 'succeeded')) return 'done';
  return deliveryStatus.is(status, 'pending') ? 'work' : 'failed';
}
