import type { Screen } from '../../kit/screen/screen.ts';
import { deliverySource, webhookSource } from './sources.ts';

export const webhookScreens: readonly Screen[] = [
  {
    path: '/open/webhook',
    title: '事件与回调',
    permission: ['open:webhook'],
    list: webhookSource,
    load: () => import('./webhook-list.tsx').then((screen) => screen.WebhookList),
  },
  {
    path: '/open/webhook/:webhook_id',
    title: '投递记录',
    permission: ['open:webhook'],
    parent: '/open/webhook',
    list: deliverySource,
    load: () => import('./delivery-list.tsx').then((screen) => screen.DeliveryList),
  },
];
