import { formatTime } from '../text/time.ts';

/** What a certificate says of witnesses, in one line: it stays as it is, since it names the first checkpoint that they cosigned. */
export function witnessLine({
  witnesses,
  size,
  at,
}: {
  readonly witnesses: readonly string[];
  readonly size: string;
  readonly at: Date;
}): string {
  return `${witnesses.join('、')}已于 ${formatTime(at)} 对包含本证据的检查点 ${size} 共同签名`;
}
