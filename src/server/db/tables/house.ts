import type { ColumnType, GeneratedAlways } from 'kysely';

/** The office's secrets, its trail, the demo. */
export interface HouseTables {
  secret: { name: string; value: Buffer };
  trail: {
    id: GeneratedAlways<string>;
    at: GeneratedAlways<Date>;
    actor_kind: ActorKind;
    actor_id: string;
    actor_name: string;
    ip: string;
    action: string;
    object: string;
    before: ColumnType<TrailState | null, string | null, never>;
    after: ColumnType<TrailState | null, string | null, never>;
    /** `@` and the actor's name, as the list filters by it. */
    actor_key: GeneratedAlways<string>;
    /** The object as keywords find it, empty where it has a long number; and that number in upper case, empty without one. */
    subject: GeneratedAlways<string>;
    number: GeneratedAlways<string>;
  };
  trail_pending: { trail_id: string };
  trail_chain: { seq: string; trail_id: string; hash: Buffer };
}

export type ActorKind = 'operator' | 'client' | 'command' | 'system';

export type TrailState = Record<string, unknown>;
