import type { EventData, EventType } from '../../contract/open/events.ts';
import type { Tx } from '../db/database.ts';
import { insertEvents } from './store.ts';

/** What a change tells of. */
export type NewEvent = {
  readonly [T in EventType]: {
    readonly type: T;
    readonly data: EventData<T>;
    /** The client whose endpoint it is about; undefined for all others. */
    readonly appId?: string;
  };
}[EventType];

/**
 * Writes events in the transaction of their change: both are there, or neither. The feed has them within a second of the commit. One
 * statement, whatever their number; their places are in the order given.
 */
export async function emit(tx: Tx, told: NewEvent | readonly NewEvent[]): Promise<void> {
  const events = 'type' in told ? [told] : told;
  if (events.length === 0) return;
  await insertEvents(
    tx,
    events.map(({ type, appId, data: { user_id, ...data } }) => ({ type, app_id: appId ?? null, user_id, data })),
  );
}
