import type { CaptureAccept, CaptureDevice } from '../../../domain/business/rules/capture.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { leaseEnd } from '../../platform/db/lease.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { lockCapture, lockNext, lockTurns, type Slot } from './store.ts';
import { moveCapture } from './transitions.ts';

/** A capture that a worker holds. Every change it makes names the attempt. */
export interface Job {
  readonly number: string;
  readonly url: string;
  readonly accept: CaptureAccept;
  readonly device: CaptureDevice;
  readonly attempt: number;
}

/**
 * Takes the next capture in turn that is not held: one that waits, or one whose lease ended. A capture whose worker died halfway is started
 * again once. The second time it fails, because the capture itself may be what kills workers. @returns null if there is none to take.
 */
export async function takeCapture(db: Database, worker: string, leaseSeconds: number, slot: Slot = 'any'): Promise<Job | null> {
  for (;;) {
    const taken = await db.transaction().execute(async (tx) => {
      await lockTurns(tx);
      return takeOne(tx, worker, leaseSeconds, slot);
    });
    if (taken !== 'failed') return taken;
  }
}

async function takeOne(tx: Tx, worker: string, leaseSeconds: number, slot: Slot): Promise<Job | 'failed' | null> {
  const found = await lockNext(tx, slot);
  if (!found) return null;
  const { number, url, accept, device, status, attempt } = found;
  const crashed = (status === 'capturing' || status === 'uploading') && found.lease_until !== null;
  const crashes = found.crashes + (crashed ? 1 : 0);
  if (crashed && crashes > 1) {
    await failCapture(tx, { number, attempt }, status, '取证程序两次异常中断', crashes);
    return 'failed';
  }
  const next = { attempt: attempt + 1, crashes, worker, lease_until: leaseEnd(leaseSeconds) };
  await moveCapture(tx, { number, attempt }, status, 'queued', workerActor, next);
  return { number, url, accept, device, attempt: attempt + 1 };
}

/** Fails a capture, in the caller's transaction. @returns false if another attempt holds it. */
export function failCapture(
  tx: Tx,
  held: { number: string; attempt: number },
  from: 'capturing' | 'uploading',
  reason: string,
  crashes?: number,
): Promise<boolean> {
  return moveCapture(tx, held, from, 'failed', workerActor, {
    reason,
    ended_at: new Date(),
    lease_until: null,
    ...(crashes === undefined ? {} : { crashes }),
  });
}

/** Returns an unfinished capture to the queue when the worker stops, so that the next worker may take it at once. */
export async function releaseCapture(db: Database, { number, attempt }: Job): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const status = await lockCapture(tx, { number, attempt });
    if (status === 'queued' || status === 'capturing' || status === 'uploading')
      await moveCapture(tx, { number, attempt }, status, 'queued', workerActor, { lease_until: null });
  });
}

export const workerActor: Actor = { kind: 'system', id: '', name: '取证程序', ip: '' };
