import { onlineStatusWord, type OnlineStatus } from './online-status.ts';

/**
 * States of a capture of a web page (seed 1, section 4). Its list shows `queued` (a worker has it, and no browser is free) as it shows
 * `waiting`.
 */
export type CaptureStatus = 'waiting' | 'queued' | 'capturing' | 'uploading' | 'succeeded' | 'failed' | 'cancelled';

interface StateRow {
  /** What lists and filters call it. */
  readonly shown: OnlineStatus;
  /** Where it may go from here. Back to `queued`: the worker is gone, and another one begins anew. */
  readonly next: readonly CaptureStatus[];
}

const table: Readonly<Record<CaptureStatus, StateRow>> = {
  waiting: { shown: 'waiting', next: ['queued', 'cancelled'] },
  queued: { shown: 'waiting', next: ['queued', 'capturing', 'cancelled'] },
  capturing: { shown: 'running', next: ['queued', 'uploading', 'failed'] },
  uploading: { shown: 'uploading', next: ['queued', 'succeeded', 'failed'] },
  succeeded: { shown: 'succeeded', next: [] },
  failed: { shown: 'failed', next: [] },
  cancelled: { shown: 'cancelled', next: [] },
};

export const captureStatuses = Object.keys(table) as readonly CaptureStatus[];

export function mayBecome(from: CaptureStatus, to: CaptureStatus): boolean {
  return table[from].next.includes(to);
}

/** States that nothing leads out of. */
export function isSettled(status: CaptureStatus): boolean {
  return table[status].next.length === 0;
}

export function shownStatus(status: CaptureStatus): OnlineStatus {
  return table[status].shown;
}

/** The word of the wire: WAIT while nobody has it, FELLIN while it stands in a worker's queue. */
export function captureStatusWord(status: CaptureStatus): string {
  return status === 'queued' ? 'FELLIN' : onlineStatusWord(table[status].shown, 'web');
}

/** The lease of a capture that no worker is to take: an open one of the demo, whose page is nobody's. */
export const heldForGood = new Date('9999-01-01T00:00:00Z');
