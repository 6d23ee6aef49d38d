import type { WebhookRow } from '../../../contract/console/webhooks.ts';
import type { Action } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { webhookSource } from './sources.ts';
import { isEnabled, webhookState } from './webhook-state.ts';
import { DisableWebhook, EnableWebhook } from './webhook-status.tsx';

/** 事件与回调: the endpoints that receive events, and their state. */
export const WebhookList = listScreen({
  name: 'webhooks',
  source: webhookSource,
  rowKey: (row) => row.webhook_id,
  columns: [
    { kind: 'text', title: '地址', text: (row) => row.url },
    { kind: 'text', title: '客户端', text: (row) => row.client_name, width: 168, grows: true },
    { kind: 'text', title: '事件', text: (row) => typesText(row), width: 184 },
    {
      kind: 'status',
      title: '状态',
      text: (row) => webhookState(row).text,
      tone: (row) => webhookState(row).tone,
      note: (row) => webhookState(row).note,
    },
    { kind: 'number', title: '连续失败', text: (row) => String(row.failures), width: 84 },
    { kind: 'time', title: '最近成功', text: (row) => row.last_success },
    { kind: 'actions', title: '操作', actions: webhookActions, width: 136 },
  ],
});

function webhookActions(row: WebhookRow): Action<WebhookRow>[] {
  return [
    { label: '投递记录', to: `/open/webhook/${row.webhook_id}` },
    isEnabled(row) ? { label: '停用', dialog: DisableWebhook } : { label: '启用', dialog: EnableWebhook },
  ];
}

function typesText({ types }: WebhookRow): string {
  return types.includes('*') ? '全部事件' : types.join('、');
}
