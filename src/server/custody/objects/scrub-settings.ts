import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

/** What a scrub works on, and how fast. */
export interface Scrub {
  readonly db: Database;
  readonly store: ObjectStore;
  /** Called once when an object is found damaged or missing, and once when it is whole again. */
  readonly alarm: (line: string) => void;
  /** Bytes per second that this server may read for the scrub. */
  readonly bytesPerSecond: number;
  readonly cycleDays: number;
}
