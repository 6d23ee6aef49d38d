// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface RecordsTables {
  /** SHA-512 of stored files beside their SHA-256, from the scrub that read them: what hashes are renewed with. */
  object_digest: {
    sha256: string;
    sha512: Buffer;
    read_at: Generated<Date>;
  };
  /** Which entries of the log a day in Shanghai brought, by the checkpoints that were signed on it, and the tree over their evidence. */
  record_day: {
    day: ColumnType<Date, string, string>;
    first_seq: string;
    end_seq: string;
    tree_id: string | null;
  };
  /** Files that were lost when a hash was renewed: the evidence at that place of the log was renewed without them. */
  record_gap: {
    tree_id: string;
    seq: string;
    name: string;
  };
  /** How the authority does that gives tokens for record_tree. */
  record_line: {
    only_one: Generated<boolean>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    last_error: string | null;
    failing_since: Date | null;
  };
  /** What renewed a day's tree, in order. A tree over tokens renews many days at once. */
  record_renewal: {
    day: ColumnType<Date, string, string>;
    ordinal: number;
    tree_id: string;
    /** The day's leaf in a tree over tokens; 0 for a tree over hashes, whose leaves are evidence. */
    position: number;
  };
  /** Every eighth level of a tree, 256 nodes to a tile: 0 holds leaves, 1 nodes over 256 of them. What lies between is computed. */
  record_tile: {
    tree_id: string;
    level: number;
    index: number;
    nodes: Buffer;
    first_seq: string | null;
    offsets: Buffer | null;
  };
  /**
   * Hash trees of RFC 4998, each with one RFC 3161 token over its root: over a day's evidence, over tokens whose time ends, or over a day's
   * evidence anew with another hash.
   */
  record_tree: {
    id: GeneratedAlways<string>;
    kind: 'day' | 'timestamps' | 'hashes';
    algorithm: 'sha256' | 'sha512';
    reason: 'certificate' | 'algorithm' | null;
    leaves: number;
    root: Buffer;
    made_at: Generated<Date>;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    last_error: string | null;
    token: Buffer | null;
    token_sha256: Buffer | null;
    gen_time: Date | null;
    ends_at: Date | null;
    signed_with: 'sha256' | 'sha384' | 'sha512' | null;
    serial: string | null;
    done_at: Date | null;
  };
}
