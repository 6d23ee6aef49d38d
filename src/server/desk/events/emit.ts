import type { EventData, EventType } from '../../../contract/open/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import { insertEvents } from './store.ts';

/** An event to emit. */
export type NewEvent = {
  readonly [T in EventType]: {
    readonly type: T;
    readonly data: EventData<T>;
    /** The client whose endpoint the event is about; undefined for events about anything else. */
    readonly appId?: string;
  };
}[EventType];

/**
 * Writes events in the transaction of their change, so that both are committed or neither. They enter the feed within a second of the
 * commit, in the given order. Uses one statement for any number.
 */
export async function emit(tx: Tx, events: NewEvent | readonly NewEvent[]): Promise<void> {
  const list = 'type' in events ? [events] : events;
  if (list.length === 0) return;
  await insertEvents(
    tx,
    list.map(({ type, appId, data: { user_id, ...data } }) => ({ type, app_id: appId ?? null, user_id, data })),
  );
}
