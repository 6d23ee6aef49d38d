import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import type { Scrub } from './scrub-settings.ts';
import { orStopped, type ExpectedObject } from './object-check.ts';

/**
 * Records an inconclusive check and retries it soon, after all others that are due. If the store does not answer, or fails for other
 * objects too, the error says nothing about this one. If the store works and only this object repeatedly cannot be read, its bytes are
 * lost: a bad sector of a disk is damage. @returns whether the object now counts as damaged.
 */
export async function noteUnread(
  { db, store }: Pick<Scrub, 'db' | 'store'>,
  { sha256 }: ExpectedObject,
  error: unknown,
  stopping: AbortSignal,
): Promise<boolean | 'stopped'> {
  const isWell = await orStopped(givesOthers(db, store, sha256), stopping);
  if (isWell === 'stopped') return isWell;
  const { unread_looks } = await db
    .updateTable('stored_object')
    .set({
      last_error: messageOf(error),
      due_at: sql<Date>`now() + make_interval(secs => ${againSeconds})`,
      unread_looks: sql<number>`unread_looks + ${isWell ? 1 : 0}`,
    })
    .where('sha256', '=', sha256)
    .returning('unread_looks')
    .executeTakeFirstOrThrow();
  return isWell && unread_looks >= checksUntilDamaged;
}

/** Records a check that says nothing about the object, since the whole store is in question. */
export async function noteInconclusive(db: Database, sha256: string, error: Error): Promise<void> {
  await db
    .updateTable('stored_object')
    .set({ last_error: messageOf(error), due_at: sql<Date>`now() + make_interval(secs => ${againSeconds})` })
    .where('sha256', '=', sha256)
    .execute();
}

export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/**
 * Whether the store accepts bytes and can read another object that was readable last time; without other objects, whether it accepts bytes.
 */
async function givesOthers(db: Database, store: ObjectStore, sha256: string): Promise<boolean> {
  const others = await db
    .selectFrom('stored_object')
    .select(['sha256', 'size_bytes'])
    .where('state', '=', 'whole')
    .where('last_error', 'is', null)
    .where('size_bytes', '>', '0')
    .where('sha256', '<>', sha256)
    .orderBy(sql`coalesce(checked_at, added_at)`, 'desc')
    .limit(sampleSize)
    .execute();
  const takes = await store.check().then(
    () => true,
    () => false,
  );
  if (!takes || others.length === 0) return takes;
  for (const other of others) if (await gives(store, other.sha256, Number(other.size_bytes))) return true;
  return false;
}

async function gives(store: ObjectStore, sha256: string, sizeBytes: number): Promise<boolean> {
  try {
    const { stream } = await store.open(sha256, { start: 0, end: Math.min(sizeBytes, 4096) - 1 });
    await buffer(stream);
    return true;
  } catch {
    // The reported error is that of the checked object; this one gets its own check.
    return false;
  }
}

/** Short, so that a repair shows soon. */
export const againSeconds = 600;
/** The first check and two more, ten minutes apart: a store that fails briefly for some objects has recovered by then. */
const checksUntilDamaged = 3;
/** More than one, since another object may lie on the same bad spot of the disk. */
const sampleSize = 3;
