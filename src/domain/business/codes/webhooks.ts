/** Why an endpoint was disabled by someone other than its own client. */
export const webhookReasons = {
  gone: '接收方应答410，表示不再接收',
  failing: '连续五天投递失败',
  office: '由公证处停用',
} as const;
export type WebhookReason = keyof typeof webhookReasons;

/** Why an event is sent: normally, as a replay, or to test an endpoint. */
export const deliveryKinds = ['event', 'replay', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** Result of an attempt. */
export const attemptStatuses = ['succeeded', 'failed'] as const;
