/** Faults of a signature header: `message` for the client, `words` for the office. Neither reveals the correct value. */
export const headerFaults = {
  missing: { message: 'is missing', words: '缺失' },
  malformed: { message: 'is malformed', words: '格式错误' },
  unknown: { message: 'unknown or disabled', words: '未知或已停用' },
  late: { message: 'more than 300 seconds off', words: '与服务器时间相差超过 300 秒' },
  multipartOnly: { message: 'UNSIGNED-PAYLOAD is for multipart bodies', words: 'UNSIGNED-PAYLOAD 只用于 multipart 内容' },
  mismatch: { message: 'does not match', words: '与服务器的计算结果不符' },
  notEmptyHash: { message: 'is not the hash of an empty body', words: '不是空内容的哈希' },
  notBodyHash: { message: 'is not the hash of the body', words: '不是所收到内容的哈希' },
  used: { message: 'was used before', words: '已被使用过' },
} as const;
export type HeaderFault = keyof typeof headerFaults;

/** Why a call of the open API was refused, by the code that the client received. */
const refusalWords = {
  signature: '签名无效',
  malformed: '请求内容有误',
  points: '积分不足',
  forbidden: '无权调用',
  unknown: '对象不存在',
  mark_foreign: '时间标记属于其他用户',
  mark_used: '时间标记已使用',
  mark_expired: '时间标记已过期',
  missing: '文件不可用',
  conflict: '与已有内容冲突',
  closed: '已结束',
  gone: '已不再保留',
  offset: '续传位置不符',
  version: '协议版本不符',
  too_large: '内容过大',
  type: '格式不支持',
  rate: '调用过于频繁',
  timeout: '内容未传完',
  unavailable: '服务暂不可用',
  fault: '服务器故障',
  left: '客户端中断了调用',
} as const;
const wordsOf: ReadonlyMap<string, string> = new Map(Object.entries(refusalWords));

/** What is recorded about a refused call; all empty for a successful call. */
export interface CallRefusal {
  readonly refusal: string;
  /** As sent to the client. */
  readonly message: string;
  readonly signedOver: string;
}

/** The reason as text. For an invalid signature, the signed text that the server computed follows on new lines. */
export function refusalReason({ refusal, message, signedOver }: CallRefusal): string {
  if (refusal === '') return '';
  const detail = refusal === 'signature' ? headerWords(message) : message;
  const words = [wordsOf.get(refusal) ?? refusal, detail].filter((text) => text !== '').join('：');
  return signedOver === '' ? words : `${words}\n服务器验签所用的内容：\n${signedOver}`;
}

/** Translates `X-Nonce: was used before`; unknown messages are returned unchanged. */
function headerWords(message: string): string {
  const at = message.indexOf(': ');
  const fault = Object.values(headerFaults).find(({ message: known }) => known === message.slice(at + 2));
  return at > 0 && fault ? `${message.slice(0, at)} ${fault.words}` : message;
}
