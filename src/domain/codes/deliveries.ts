import { codeTable, type NameOf } from './code-table.ts';

/** What became of an attempt to deliver an event. */
export const deliveryStatus = codeTable({
  pending: [1, '等待中'],
  succeeded: [2, '成功'],
  failed: [3, '失败'],
});
export type DeliveryStatus = NameOf<typeof deliveryStatus>;

/** How an enabled endpoint fares: whether its last attempt failed. */
export const webhookHealth = codeTable({
  well: [1, '正常'],
  failing: [2, '失败中'],
});
export type WebhookHealth = NameOf<typeof webhookHealth>;

/** Why no answer came that counts, by the kind that stands before the words. */
const faultWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    timeout: '超时',
    dns: '域名解析失败',
    address: '地址不允许',
    connection: '连接失败',
    tls: '证书或加密有误',
    answer: '应答无法读取',
  }),
);

/** `timeout: no whole answer within 15 s` with its kind in words. */
export function faultText(error: string): string {
  const at = error.indexOf(': ');
  const words = faultWords.get(error.slice(0, Math.max(at, 0)));
  return words === undefined ? error : `${words}：${error.slice(at + 2)}`;
}
