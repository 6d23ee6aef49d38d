import type { Manifest } from '../evidence/manifest.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import { formatTime } from '../text/time.ts';
import { notRun, type Line } from './line.ts';

/** What decides nothing, and a reader should know: times that this machine's clock has not reached, and lists that no other file names. */
export function remarks(small: ReadonlyMap<string, Uint8Array>, manifest: Manifest | null, now: Date): Line[] {
  const receivedAt = manifest && new Date(manifest.times.receivedAt);
  const isAhead = receivedAt !== null && receivedAt.getTime() - now.getTime() > toleranceMs;
  return [
    ...(isAhead
      ? [notRun('存证时间与本机时钟', null, `存证时间 ${formatTime(receivedAt)} 晚于本机时钟 ${formatTime(now)}，请校准本机的时钟再核对`)]
      : []),
    ...(small.has(names.sm3Sums)
      ? []
      : [notRun('国密校验清单', names.sm3Sums, '证据包没有这份清单：出具机构没有配置国密签名，或者它被取走')]),
  ];
}

/** Clocks of different machines differ by minutes. */
const toleranceMs = 600_000;
