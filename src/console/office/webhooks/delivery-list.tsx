import { lazy, Suspense } from 'react';
import type { DeliveryRow } from '../../../contract/console/webhooks.ts';
import { deliveryStatus } from '../../../domain/business/codes/deliveries.ts';
import type { RowDialog, Tone } from '../../kit/list/columns.ts';
import { confirmRow } from '../../kit/list/confirm-row.tsx';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { post } from '../../kit/net/call.ts';
import { ReplaySelected } from './replay-selected.tsx';
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
  selectable: {
    nameOf: (row) => ({ title: row.type, note: row.event_id }),
    obstacle: () => '',
    tools: (selected) => <ReplaySelected selected={selected} />,
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

/** 重发 for one event. */
const ReplayOne = confirmRow<DeliveryRow>({
  title: '重发事件',
  verb: '重发',
  text: (row) => `确定立即重发一次 ${row.type} 吗？事件编号不变，以当前密钥签名。`,
  send: ({ webhook_id, event_id, type }) =>
    post('/api/ajax/open/deliveryReplay', { webhook_id, event_ids: event_id }, { about: { name: type } }),
  listPath: '/api/ajax/open/getDeliveryList',
});
