// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TrailState } from '../json.ts';

export interface TrailTables {
  /** Every state change and every look at evidence. Rows are only ever added. */
  trail: {
    id: GeneratedAlways<string>;
    at: Generated<Date>;
    actor_kind: ActorKind;
    actor_id: string;
    actor_name: string;
    ip: string;
    action: string;
    object: string;
    before: ColumnType<TrailState | null, string | null, string | null>;
    after: ColumnType<TrailState | null, string | null, string | null>;
    /** @ and the actor's name, as the list filters by it. */
    actor_key: GeneratedAlways<string>;
    /** The object as keywords find it; empty where it has a long number. */
    subject: GeneratedAlways<string>;
    /** The long number of the object in upper case; empty without one. */
    number: GeneratedAlways<string>;
  };
  /** The hash chain over the trail. */
  trail_chain: {
    seq: string;
    trail_id: string;
    hash: Buffer;
  };
  /** Rows of the trail that the chain has not taken up: it follows within a second, so that writers never queue for its head. */
  trail_pending: {
    trail_id: string;
  };
}

export type ActorKind = 'operator' | 'client' | 'command' | 'system';
