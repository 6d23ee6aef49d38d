import { readUtf8 } from '../../kit/bytes/bytes.ts';
import { ntpStates, type ClockFacts } from './clocks.ts';

/** What a capture log states about its mark and its clocks; null for what it does not state before the browser starts. */
export interface CaptureLogFacts {
  /** The mark's hash. */
  readonly mark: string | null;
  readonly clocks: ClockFacts | null;
  /** Whether a file would be kept in place of a page. */
  readonly keepsFiles: boolean;
}

/**
 * Reads the beginning of `capture-log.jsonl`. Mark and clocks must come before the browser's first line; only the target's clock comes with
 * its first answer. Other later lines and malformed ones are ignored.
 * @param head at least the first lines; an incomplete last line is ignored.
 */
export function readCaptureLog(head: Uint8Array): CaptureLogFacts {
  let [mark, clocks]: [string | null, ClockFacts | null] = [null, null];
  let [isOpen, keepsFiles] = [false, false];
  const end = head.lastIndexOf(10);
  for (const text of (readUtf8(head.subarray(0, end + 1)) ?? '').split('\n')) {
    const line = parseLine(text);
    if (line?.['event'] === targetEvent && clocks && isTime(line['target']))
      return { mark, clocks: { ...clocks, target: line['target'] }, keepsFiles };
    isOpen ||= line?.['event'] === browserEvent;
    if (!line || isOpen) continue;
    if (line['event'] === 'begin') keepsFiles ||= line['accept'] === 'as_is';
    if (line['event'] === 'mark' && typeof line['sha256'] === 'string') mark ??= line['sha256'];
    if (line['event'] === 'clocks') clocks ??= clocksOf(line);
  }
  return { mark, clocks, keepsFiles };
}

/** The event that is written just before the browser starts. */
export const browserEvent = 'browser';
/** The event of the target's clock, read from its first answer. */
const targetEvent = 'target-clock';

type LogLine = Readonly<Record<string, unknown>>;

function parseLine(text: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as LogLine) : null; // Its members are checked one by one.
  } catch {
    return null; // A malformed log states nothing; its hash is checked elsewhere.
  }
}

function clocksOf({ host, ntp, database, mark, target }: LogLine): ClockFacts | null {
  const state = ntpStates.find((known) => known === ntp);
  const times = [host, database, mark, target];
  if (state === undefined || !isTime(host) || !times.every((time) => time === null || isTime(time))) return null;
  const orNull = (time: unknown): string | null => (isTime(time) ? time : null);
  return { host, ntp: state, database: orNull(database), mark: orNull(mark), target: orNull(target) };
}

function isTime(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 30) return false;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
}
