import { onlineStatusWord, type OnlineStatus } from './online-status.ts';

/** States of a web page capture (spec/console, 4.9). The list shows `queued` (leased by a worker, but no browser is free) as `waiting`. */
export type CaptureStatus = 'waiting' | 'queued' | 'capturing' | 'uploading' | 'succeeded' | 'failed' | 'cancelled';

interface StateRow {
  /** Status shown in lists and filters. */
  readonly shown: OnlineStatus;
  /** States that may follow. `queued` can repeat: the worker was lost and another starts again. */
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

/** What counts as a result: a page only, or whatever the address answers. */
export const captureAccepts = ['page', 'as_is'] as const;
export type CaptureAccept = (typeof captureAccepts)[number];
export const acceptLabels: Readonly<Record<CaptureAccept, string>> = { page: '网页', as_is: '如实取证' };

/** What the browser presents itself as. */
export const captureDevices = ['desktop', 'mobile'] as const;
export type CaptureDevice = (typeof captureDevices)[number];
export const deviceLabels: Readonly<Record<CaptureDevice, string>> = { desktop: '电脑', mobile: '手机' };
/** As the certificate states it. */
export const deviceTexts: Readonly<Record<CaptureDevice, string>> = {
  desktop: '电脑（1366 × 900）',
  mobile: '手机（390 × 844，3 倍像素，触屏）',
};

/** The address that was asked for, and the one that was captured where the site or the page led on; null where it did not. */
export function capturedAddress(asked: string, opened: string | null): string {
  return opened === null ? asked : `${asked}（转到 ${opened}）`;
}

export const captureStatuses = Object.keys(table) as readonly CaptureStatus[];

export function mayBecome(from: CaptureStatus, to: CaptureStatus): boolean {
  return table[from].next.includes(to);
}

/** Whether the state is final. */
export function isSettled(status: CaptureStatus): boolean {
  return table[status].next.length === 0;
}

export function shownStatus(status: CaptureStatus): OnlineStatus {
  return table[status].shown;
}

/** The wire's word: WAIT while no worker has the capture, FELLIN while it is in a worker's queue. */
export function captureStatusWord(status: CaptureStatus): string {
  return status === 'queued' ? 'FELLIN' : onlineStatusWord(table[status].shown, 'web');
}

/** Lease of the demo's open captures: no worker may take them, because their pages do not exist. */
export const permanentLease = new Date('9999-01-01T00:00:00Z');
