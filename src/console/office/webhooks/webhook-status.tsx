import type { WebhookRow } from '../../../contract/console/webhooks.ts';
import { clientStatus } from '../../../domain/business/codes/clients.ts';
import { confirmRow } from '../../kit/list/confirm-row.tsx';
import { post } from '../../kit/net/call.ts';
import { webhookSource } from './sources.ts';

const setStatus = (status: 'enabled' | 'disabled') => (row: WebhookRow) =>
  post(
    '/api/ajax/open/webhookDisable',
    { webhook_id: row.webhook_id, status: clientStatus.code(status) },
    { about: { act: status === 'enabled' ? '已启用' : '已停用', name: row.url } },
  );

export const DisableWebhook = confirmRow<WebhookRow>({
  title: '停用回调地址',
  verb: '停用',
  text: (row) =>
    `确定停用${row.client_name}的回调地址 ${row.url} 吗？之后不再向它发送事件，直到公证处重新启用，客户端不能自行启用；其间仍可重发。`,
  isDanger: true,
  send: setStatus('disabled'),
  listPath: webhookSource.path,
});

export const EnableWebhook = confirmRow<WebhookRow>({
  title: '启用回调地址',
  verb: '启用',
  text: (row) => `确定启用${row.client_name}的回调地址 ${row.url} 吗？等待中的事件将继续发送，连续失败重新计数。`,
  send: setStatus('enabled'),
  listPath: webhookSource.path,
});
