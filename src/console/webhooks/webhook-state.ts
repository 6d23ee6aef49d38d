import type { WebhookRow } from '../../contract/console/open/webhooks.ts';
import { clientStatus } from '../../domain/codes/clients.ts';
import { webhookHealth } from '../../domain/codes/deliveries.ts';
import type { Tone } from '../list/columns.ts';

/** How an endpoint stands: as a word, its colour, and why. */
export function webhookState(row: WebhookRow): { readonly text: string; readonly tone: Tone; readonly note: string } {
  if (!isEnabled(row)) return { text: row.status_name, tone: 'over', note: row.reason || '由客户端停用' };
  if (!clientStatus.is(row.client_status, 'enabled')) return { text: '暂停', tone: 'over', note: '客户端已停用，启用后继续发送' };
  if (row.failing_since === '') return { text: row.status_name, tone: 'done', note: '' };
  return { text: webhookHealth.label('failing'), tone: 'failed', note: `自 ${row.failing_since} 起连续失败，满五天自动停用` };
}

export function isEnabled(row: WebhookRow): boolean {
  return clientStatus.is(row.status, 'enabled');
}
