import { formatTime } from '../../../kit/text/time.ts';
import type { DossierFacts } from '../facts/facts.ts';

/** Formats an RFC 3339 instant as `2026-01-01 00:00:00（北京时间）`. */
export function timeText(instant: string): string {
  return `${formatTime(new Date(instant))}（北京时间）`;
}

/** Turns a report's text into a clause of a sentence: full stops are removed or become commas. */
export function clause(text: string): string {
  return text.replace(/。$/u, '').replaceAll('。', '，');
}

/** Formats a duration, for example 1 小时 2 分 3 秒. */
export function lengthText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const parts = [
    [hours, '小时'],
    [minutes, '分'],
    [rest, '秒'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? '0 秒' : shown.join(' ');
}

/** For example 12,345 字节. */
export function sizeText(sizeBytes: number): string {
  return `${sizeBytes.toLocaleString('en-US')} 字节`;
}

/** Whether the office itself made the file, in its own browser. */
export function isCapture({ kind }: Pick<DossierFacts, 'kind'>): boolean {
  return kind === 'web';
}

/** Whether it was recorded by a program of its holder; its end is its declared begin and its length. */
export function isRecording({ kind }: Pick<DossierFacts, 'kind'>): boolean {
  return kind === 'process' || kind === 'move';
}

export const noManifest = '证据清单缺失或无法读取，不知道是哪一种证据';
/** What settles a line that a missing, unreadable or changed file leaves open. */
export const wholePackage = '须取得完整、未改动的证据包';
export const notRecorded = '证据包中没有出具机构的记录';
