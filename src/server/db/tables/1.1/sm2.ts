// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated } from 'kysely';

export interface Sm2Tables {
  /** SM2 certificates of the office, each named by an entry of the log; the newest that the log holds and that is valid signs. */
  sm2_certificate: {
    sha256: string;
    pem: string;
    /** As office_certificate.log_entry: the id that the entry had while it waited. */
    log_entry: string;
    listed_at: Generated<Date>;
  };
  /** SM2 signatures over PDFs of the store. One that the signer did not make at once waits, and is made late. */
  sm2_signature: {
    content_sha256: string;
    certificate_sha256: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    asked_at: Generated<Date>;
    der: Buffer | null;
    cms: Buffer | null;
    done_at: Date | null;
  };
  /** An RFC 3161 token over a checkpoint from the authority of the second track: SM3 imprint, SM3withSM2. Nothing waits for it. */
  sm2_timestamp: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    der: Buffer | null;
    der_sha256: Buffer | null;
    chain_pem: string | null;
    gen_time: Date | null;
    serial: string | null;
    policy: string | null;
    done_at: Date | null;
  };
}
