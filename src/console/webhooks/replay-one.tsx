import type { DeliveryRow } from '../../contract/console/open/webhooks.ts';
import { confirmRow } from '../list/confirm-row.tsx';
import { post } from '../net/call.ts';

/** 重发 for one event. */
export const ReplayOne = confirmRow<DeliveryRow>({
  title: '重发事件',
  text: (row) => `确定立即重发一次 ${row.type} 吗？事件编号不变，以当前密钥签名。`,
  send: ({ webhook_id, event_id }) => post('/api/ajax/open/deliveryReplay', { webhook_id, event_ids: event_id }),
  listPath: '/api/ajax/open/getDeliveryList',
});
