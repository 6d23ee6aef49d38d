import { formatTime } from '../../text/time.ts';
import type { DossierFacts } from '../facts/facts.ts';

/** `2026-01-01 00:00:00（北京时间）` of an RFC 3339 instant. */
export function timeText(instant: string): string {
  return `${formatTime(new Date(instant))}（北京时间）`;
}

/** What a report says, as a part of a sentence: its own full stops end nothing here. */
export function clause(text: string): string {
  return text.replace(/。$/u, '').replaceAll('。', '，');
}

/** A length as people say it: 1 小时 2 分 3 秒. */
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

/** The span between two instants, in its largest units: 3 天 4 小时. */
export function spanText(fromMs: number, untilMs: number): string {
  const seconds = Math.max(0, Math.round((untilMs - fromMs) / 1000));
  const days = Math.floor(seconds / 86_400);
  return days === 0 ? lengthText(seconds) : `${days} 天${seconds % 86_400 < 3600 ? '' : ` ${Math.floor((seconds % 86_400) / 3600)} 小时`}`;
}

/** 12,345 字节 */
export function sizeText(sizeBytes: number): string {
  return `${sizeBytes.toLocaleString('en-US')} 字节`;
}

/** Whether the office itself made the file, in a browser of its own. */
export function isCapture({ kind }: Pick<DossierFacts, 'kind'>): boolean {
  return kind === 'web';
}

export const noManifest = '证据清单缺失或无法读取，不知道是哪一种证据。';
export const notRecorded = '证据包中没有出具机构的记录';
