import { clientStatus } from '../../../domain/business/codes/clients.ts';
import { deliveryStatus, webhookHealth } from '../../../domain/business/codes/deliveries.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const webhookSource = listSource('/api/ajax/open/getWebhookList', {}, [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '地址、客户端或 app_id' },
  { kind: 'select', field: 'status', label: '状态', options: clientStatus.options },
  { kind: 'select', field: 'health', label: '投递情况', options: webhookHealth.options },
]);

/** Deliveries to the endpoint in the address. */
export function deliverySource({ webhook_id = '' }: Readonly<Record<string, string | undefined>>) {
  return listSource('/api/ajax/open/getDeliveryList', { webhook_id }, [
    { kind: 'select', field: 'status', label: '状态', options: deliveryStatus.options, isTabs: true },
  ]);
}
