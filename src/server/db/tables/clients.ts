// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface ClientsTables {
  /** Calls of clients, of 30 days. Written in batches, up to a second after the call. */
  call_record: {
    /** As call_record_slot makes it of the day of `at`. */
    slot: number;
    id: Generated<string>;
    /** Of a client that is there. Without a foreign key, which would look each row up again. */
    app_id: string;
    at: Date;
    /** POST /open/v1/evidence: method and path, without the query. */
    call: string;
    status: number;
    outcome: GeneratedAlways<'done' | 'refused' | 'failed'>;
    ms: number;
    ip: string;
    /** The code of the refusal; empty for a call that was carried out. */
    refusal: string;
    /** What the client was told. */
    message: string;
    /** The text that a signature did not fit; else empty. */
    signed_over: string;
  };
  /** When a client called last. */
  client_activity: {
    app_id: string;
    last_call: Date;
  };
}
