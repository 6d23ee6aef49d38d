import type { Database } from '../../platform/db/database.ts';
import { placeEvents } from './store.ts';

/**
 * Assigns places in the feed to all waiting events, one batch per transaction. Any server may do it, one at a time: an advisory lock is
 * held until the places are committed, so that places become visible in order, and an event that commits late gets a late place.
 * @returns how many were placed.
 */
export async function placeAll(db: Database, stopping?: AbortSignal, batch = 2000): Promise<number> {
  for (let total = 0; ; ) {
    const placed = stopping?.aborted ? 0 : await placeEvents(db, batch);
    total += placed;
    if (placed < batch) return total;
  }
}
