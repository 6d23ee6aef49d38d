import { codeTable, type NameOf } from './code-table.ts';

/** Status of an attempt to deliver an event. */
export const deliveryStatus = codeTable({
  pending: [1, '等待中'],
  succeeded: [2, '成功'],
  failed: [3, '失败'],
});
export type DeliveryStatus = NameOf<typeof deliveryStatus>;

/** Health of an enabled endpoint: whether its last attempt failed. */
export const webhookHealth = codeTable({
  well: [1, '正常'],
  failing: [2, '失败中'],
});
export type WebhookHealth = NameOf<typeof webhookHealth>;

/** Why no valid response was received, by the kind at the beginning of the error. */
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

/** Translations of the English errors that integrators read, for operators. A library's own messages are not translated. */
const detailWords: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^refused$/, '对方拒绝连接'],
  [/^ended before the answer did$/, '对方未应答即断开'],
  [/^nobody answers at the address$/, '地址无人应答'],
  [/^the address cannot be reached$/, '地址无法到达'],
  [/^the name has no address$/, '域名没有对应的地址'],
  [/^no whole answer within (\d+) s$/, '$1 秒内没有完整的应答'],
  [/^is not https$/, '不是 https'],
  [/^leads into a private network$/, '指向内部网络'],
  [/^the certificate does not fit the name$/, '证书与域名不符'],
  [/^the certificate has expired$/, '证书已过期'],
  [/^the certificate is of no known authority \((.*)\)$/, '证书不是由公认的机构签发（$1）'],
  [/^cannot be read \((.*)\)$/, '不是有效的应答（$1）'],
];

/** Translates an error such as `timeout: no whole answer within 15 s`. */
export function faultText(error: string): string {
  const at = error.indexOf(': ');
  const words = faultWords.get(error.slice(0, Math.max(at, 0)));
  if (words === undefined) return error;
  const message = error.slice(at + 2);
  const [pattern, detail] = detailWords.find(([known]) => known.test(message)) ?? [];
  return `${words}：${pattern === undefined || detail === undefined ? message : message.replace(pattern, detail)}`;
}
