import { formatTime } from '../text/time.ts';

/**
 * What a certificate says of witnesses, in one line: it stays as it is, since it is of the first checkpoint that they cosigned. Their names
 * come last, where a line that is too long ends.
 */
export function witnessLine({ witnesses, at }: { readonly witnesses: readonly string[]; readonly at: Date }): string {
  return `${witnesses.length} 个见证方于 ${formatTime(at)} 共同签名：${witnesses.join('、')}`;
}
