// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface EventsTables {
  /**
   * The feed of events, in the order in which they became visible. A partition a day (UTC) is made by the sequencer, and dropped when it is
   * older than events are kept.
   */
  event: {
    /**
     * When the event got its place, in microseconds since 1970, and more than the place before: the id is made of it. After a restore the
     * feed goes on behind whatever had been read.
     */
    place: string;
    type: string;
    /** When the change happened. */
    at: Date;
    /** Of whom an endpoint is that the event is about; null for all others. */
    app_id: string | null;
    /** Whose event it is; null for what is of no user. */
    user_id: string | null;
    /** As the open API tells it, without user_id. */
    data: ColumnType<Record<string, unknown>, string, string>;
  };
  /** Up to which size of the log the feed has told that evidence is anchored: each is told once, whatever is configured later. */
  event_anchored: {
    only_one: Generated<boolean>;
    size: string;
    cosigned_size: Generated<string>;
  };
  /** Events that wait for their place in the feed, written in the transaction of their change; the sequencer moves them into event. */
  event_pending: {
    id: GeneratedAlways<string>;
    type: string;
    at: Generated<Date>;
    app_id: string | null;
    user_id: string | null;
    data: ColumnType<Record<string, unknown>, string, string>;
  };
}
