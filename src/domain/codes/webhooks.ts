/** Why an endpoint was disabled by others than its own client, in words. */
export const webhookReasons = {
  gone: '接收方应答410，表示不再接收',
  failing: '连续五天投递失败',
  office: '由公证处停用',
} as const;
export type WebhookReason = keyof typeof webhookReasons;

/** Why an event is sent: by itself, because it is sent again, or to try an endpoint. */
export const deliveryKinds = ['event', 'replay', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** What came of an attempt. */
export const attemptStatuses = ['succeeded', 'failed'] as const;
