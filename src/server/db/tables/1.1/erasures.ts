// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface ErasuresTables {
  /** Stored files that an erasure takes away, and which of them are gone. */
  erased_object: {
    erasure_id: string;
    sha256: string;
    ended_at: Date | null;
    /** Somebody else has put the same file and named it meanwhile: it stays, as theirs. */
    is_kept: Generated<boolean>;
  };
  /** Requests to erase the personal data of a user, who decided them, and how far each is carried out. */
  erasure: {
    id: GeneratedAlways<string>;
    user_id: string;
    state: Generated<'requested' | 'refused' | 'approved' | 'stopped' | 'erased' | 'done'>;
    reason: string;
    requested_by: string;
    requested_name: string;
    requested_at: Generated<Date>;
    decided_by: string | null;
    decided_name: Generated<string>;
    decided_at: Date | null;
    /** Why it was refused or stopped; empty otherwise. */
    outcome: Generated<string>;
    erased_at: Date | null;
    done_at: Date | null;
    evidence: Generated<number>;
    /** Rows of the trail from which words were taken. */
    trail_rows: Generated<number>;
    /** When it was begun again, in a database that was restored from before it. */
    repeated_at: Date | null;
  };
  /**
   * Rows of the trail from which words were erased, with the hash of what is left. The erasure's own row of the trail has the hash of all
   * of them, so that no other row can be changed under this name.
   */
  trail_erased: {
    trail_id: string;
    erasure_id: string;
    /** SHA-256 of the row's canonical text as this erasure left it; the newest erasure's counts. */
    rest_sha256: Buffer;
  };
}
