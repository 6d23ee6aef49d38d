// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated } from 'kysely';
import type { ReplayFacts } from '../../../../domain/web-archive/replay-facts.ts';

export interface ArchivesTables {
  /** Keys that sign web archives, each named by an entry of the log. The private key is the secret `archive-key/<sha256>`. */
  archive_key: {
    sha256: string;
    public_key: Buffer;
    log_entry: string;
    listed_at: Generated<Date>;
  };
  /** An RFC 3161 token over the digest of a web archive; its key is the entry of the capture's manifest in the log. */
  archive_timestamp: {
    seq: string;
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
  /** The web archive of a capture, and what its replay came to. Older captures have none. */
  capture_archive: {
    number: string;
    digest: Buffer;
    key_sha256: string;
    replay: ColumnType<ReplayFacts, string, string>;
  };
}
