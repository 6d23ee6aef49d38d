import { openEvent } from '../../../contract/open/events.ts';
import type { Database } from '../../platform/db/database.ts';
import { readEvents } from './read-events.ts';

export interface EventsCheck {
  readonly events: number;
  /** The number of committed events without a place. */
  readonly waiting: number;
  /** The first event that does not match the open API's schema; null if all do. */
  readonly broken: { readonly id: string; readonly reason: string } | null;
}

/** Reads the whole feed up to the first event that does not match the contract. */
export async function checkEvents(db: Database, batch = 5000): Promise<EventsCheck> {
  const { waiting } = await db
    .selectFrom('event_pending')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  const counts = { waiting: Number(waiting) };
  for (let events = 0, from = '0'; ; ) {
    const read = await readEvents(db, { from, userId: null, types: null, limit: batch });
    for (const { event } of read) {
      const parsed = openEvent.safeParse(event);
      if (!parsed.success)
        return { ...counts, events, broken: { id: event.id, reason: `its ${parsed.error.issues[0]?.path.join('.')} is not as described` } };
      events += 1;
    }
    const last = read.at(-1);
    if (last === undefined || read.length < batch) return { ...counts, events, broken: null };
    from = String(BigInt(last.place) + 1n);
  }
}
