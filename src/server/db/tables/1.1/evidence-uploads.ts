// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface EvidenceUploadsTables {
  /** Files of evidence on their way; forgotten some time after they became evidence, or after nothing more came. */
  evidence_upload: {
    id: GeneratedAlways<string>;
    number: string;
    user_id: string;
    size_bytes: string;
    offset_bytes: Generated<string>;
    sha256: string | null;
    sm3: string | null;
    touched_at: Generated<Date>;
    /** The client of the call that makes evidence of it. */
    claim_app: string | null;
    /** The unique_id of that call; another one is refused meanwhile. */
    claim_unique: string | null;
    /**
     * Transmissions of that call that are under way. A killed server leaves its own: a repetition of the call goes on, others are refused.
     */
    claims: Generated<number>;
  };
  /** What has come in so far, each chunk on stable storage under its hash. Gone once the whole is evidence. */
  evidence_upload_piece: {
    upload_id: string;
    start_byte: string;
    size_bytes: string;
    sha256: string;
  };
}
