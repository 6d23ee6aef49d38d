// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated } from 'kysely';

export interface OfficeCredentialsTables {
  /** Checkpoints of a day in Shanghai and the longest time before one of them: measured once, so that a year is read from 365 rows. */
  log_day: {
    day: ColumnType<Date, string, string>;
    /** Size of the last checkpoint that is measured. */
    up_to: string;
    checkpoints: string;
    /** Null while the day has nothing but the log's first checkpoint. */
    max_gap_ms: string | null;
    /** When the checkpoint was signed that ended the gap. */
    gap_until: Date | null;
  };
  /** Credentials of the office. One is replaced by another or withdrawn, and stays: it counts for the time in which it was valid. */
  office_credential: {
    id: Generated<string>;
    kind: 'licence' | 'protection' | 'cryptography' | 'blockchain' | 'other';
    name: string;
    number: string;
    issuer: string;
    valid_from: ColumnType<Date, string, string>;
    /** The last day; null for one without an end. */
    valid_until: ColumnType<Date | null, string | null, string | null>;
    /** A JPEG in the store, drawn anew from what was uploaded. */
    picture_sha256: string;
    picture_bytes: number;
    /** The one in whose place it stands. */
    replaces: string | null;
    operator_id: string;
    /** Realname at the moment of the act. */
    operator: string;
    created_at: Generated<Date>;
    withdrawn_at: Date | null;
    withdrawn_reason: string | null;
    /** When role 1 was told that it ends: once. */
    told_at: Date | null;
  };
  /** All credentials as of one change of them, each an entry of the log: credentials.json of a package, byte for byte. */
  office_credential_list: {
    id: Generated<string>;
    /** As office_certificate.log_entry: the id that the entry had while it waited. */
    log_entry: string;
    listed_at: Date;
  };
}
