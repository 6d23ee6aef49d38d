import type { ColumnType, Generated } from 'kysely';

/** Calls of clients: what may come once. */
export interface IntakeTables {
  /** Used, by the timestamp of the request that used it, in Unix seconds; and of forgotten ones the newest timestamp of each hour. */
  intake_nonce: { app_id: string; nonce: string; signed_at: string };
  intake_nonce_over: { hour: string; newest: string };
  intake_request: {
    app_id: string;
    unique_id: string;
    fingerprint: Buffer;
    answer: ColumnType<Record<string, unknown>, string, never>;
    created_at: Generated<Date>;
  };
}
