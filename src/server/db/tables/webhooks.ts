// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface WebhooksTables {
  /** Addresses that events are sent to. Each belongs to one client. */
  webhook: {
    id: GeneratedAlways<string>;
    app_id: string;
    url: string;
    types: string[];
    description: Generated<string>;
    status: Generated<'enabled' | 'disabled'>;
    reason: 'gone' | 'failing' | 'office' | null;
    after_place: string;
    created_at: Generated<Date>;
    last_success_at: Date | null;
    /** The first failure since the last success; null while the last attempt succeeded. */
    failing_since: Date | null;
    /** Attempts that failed since the last success. */
    failures: Generated<number>;
  };
  /** Attempts that were made, with what was answered. A partition holds those of one day's events, and is dropped with them. */
  webhook_attempt: {
    id: Generated<string>;
    webhook_id: string;
    place: string;
    type: string;
    kind: 'event' | 'replay' | 'test';
    attempt: number;
    at: Date;
    status: 'succeeded' | 'failed';
    http_status: number | null;
    duration_ms: number;
    error: string | null;
    next_at: Date | null;
    request_headers: ColumnType<Record<string, string>, string, string>;
    /** The first 4 KB, as text; null where no answer came. */
    answer: string | null;
  };
  /** Attempts that are to be made; gone once an event arrived, or when nothing more is tried. */
  webhook_delivery: {
    id: GeneratedAlways<string>;
    webhook_id: string;
    /** Of the event. */
    place: string;
    kind: 'event' | 'replay' | 'test';
    /** The number of the attempt that is to be made. */
    attempt: Generated<number>;
    /** When it is to be made; while it is held, the end of the lease. */
    due_at: Generated<Date>;
    is_held: Generated<boolean>;
    /** How often it was taken: who took it once changes nothing when another has it. */
    claims: Generated<number>;
  };
  /** Up to where the feed of events has been read for all endpoints. */
  webhook_feed: {
    only_one: Generated<boolean>;
    place: string;
  };
  /** Ed25519 keys that the office signs events with: the current one, and an older one for a day. */
  webhook_key: {
    id: GeneratedAlways<string>;
    public_key: Buffer;
    sealed: Buffer;
    since: Generated<Date>;
    until: Date | null;
  };
  /** What an endpoint's events are signed with: the current secret, and older ones for a day. */
  webhook_secret: {
    id: GeneratedAlways<string>;
    webhook_id: string;
    sealed: Buffer;
    until: Date | null;
  };
}
