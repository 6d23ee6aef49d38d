// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface LogTables {
  /** An RFC 3161 token over the manifest of one evidence, where that is asked for: over its entry in the log, byte for byte. */
  evidence_timestamp: {
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
  /**
   * A transaction of an EVM chain that holds a checkpoint's root. One that the chain holds as failed ends its anchor for good: the row
   * stays as it is, and the next checkpoint has its turn.
   */
  log_anchor: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'sent' | 'done' | 'failed'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_at: Generated<Date>;
    tx_hash: string | null;
    block_height: string | null;
    chain_time: Date | null;
    raw_tx: string | null;
    sent_at: Date | null;
    chain_id: string | null;
    failing_since: Date | null;
    is_capped: Generated<boolean>;
    ended_at: Date | null;
  };
  /** Signed heads of the tree. Two never follow the same one: previous_size is what makes growing a compare-and-swap. */
  log_checkpoint: {
    size: string;
    previous_size: string;
    root: Buffer;
    note: string;
    trail_seq: string;
    signed_at: Date;
  };
  /** The leaves of the tree. */
  log_entry: {
    seq: string;
    pending_id: string | null;
    leaf_hash: Buffer;
    entry: Buffer;
  };
  /** Whose log it is; the private key is the secret `log-key`. */
  log_identity: {
    only_one: Generated<boolean>;
    origin: string;
    public_key: Buffer;
    created_at: Generated<Date>;
  };
  /** Entries that wait, written in the transaction of what they tell of; the sequencer moves them into log_entry. */
  log_pending: {
    id: GeneratedAlways<string>;
    entry: Buffer;
    enqueued_at: Generated<Date>;
  };
  /** The widest form of each tile; its narrower ones are its beginning. */
  log_tile: {
    level: number;
    index: string;
    bytes: Buffer;
  };
  /** An RFC 3161 token over a checkpoint. Every checkpoint has one of its own; many wait at once, newest first. */
  log_timestamp: {
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
  /**
   * Certificates that the office signs with, each named by an entry of the log (decision 0015): whoever trusts the log's key learns whose
   * signature counts.
   */
  office_certificate: {
    sha256: string;
    pem: string;
    log_entry: string;
    listed_at: Generated<Date>;
    /** Made by the office itself and renewed without being asked, or issued by an authority and brought by an administrator. */
    origin: Generated<'made' | 'imported'>;
  };
  /** How far timestamps are asked for, and how the authority does. */
  stamp_line: {
    name: 'checkpoints' | 'evidence' | 'archives' | 'sm2-checkpoints';
    up_to: string;
    attempts: Generated<number>;
    last_error: string | null;
    failing_since: Date | null;
    next_at: Generated<Date>;
  };
}
