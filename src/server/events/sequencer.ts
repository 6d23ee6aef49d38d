import type { Database } from '../db/database.ts';
import { placeEvents } from './store.ts';

/**
 * Gives all events that wait their places in the feed, a batch a transaction. Any server does it, one at a time: an advisory lock is held
 * until the places are committed, so that places become visible in their order, and what commits late gets a late place.
 * @returns how many there were.
 */
export async function placeAll(db: Database, stopping?: AbortSignal, batch = 2000): Promise<number> {
  for (let total = 0; ; ) {
    const placed = stopping?.aborted ? 0 : await placeEvents(db, batch);
    total += placed;
    if (placed < batch) return total;
  }
}
