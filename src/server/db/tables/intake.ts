import type { ColumnType, Generated } from 'kysely';

/** Calls of clients: what may come once. */
export interface IntakeTables {
  intake_nonce: { app_id: string; nonce: string; seen_at: Date };
  intake_request: {
    app_id: string;
    unique_id: string;
    fingerprint: Buffer;
    answer: ColumnType<Record<string, unknown>, string, never>;
    created_at: Generated<Date>;
  };
}
