import { formatTime } from '../../kit/text/time.ts';

/**
 * The line on witnesses in a certificate. It never changes, because it refers to the first checkpoint that they cosigned. The names come
 * last, because a line that is too long is cut at its end.
 */
export function witnessLine({ witnesses, at }: { readonly witnesses: readonly string[]; readonly at: Date }): string {
  return `${witnesses.length} 个见证方于 ${formatTime(at)} 共同签名：${witnesses.join('、')}`;
}
