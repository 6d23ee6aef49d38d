import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AnyEvidenceKind, FileStatus, HistoryType } from '../../../domain/codes/evidence.ts';
import type { OnlineKind } from '../../../domain/codes/online-evidence.ts';
import type { UserType } from '../../../domain/codes/users.ts';
import type { FileRole } from '../../../domain/evidence/manifest.ts';
import type { LinkHolder } from '../../../domain/access/link-holder.ts';

/** Evidence, the transparency log over it, where its files lie, and how it is given out. */
export interface CustodyTables {
  log_pending: { id: GeneratedAlways<string>; entry: Buffer; enqueued_at: GeneratedAlways<Date> };
  log_entry: { seq: string; pending_id: string | null; leaf_hash: Buffer; entry: Buffer };
  log_checkpoint: { size: string; previous_size: string; root: Buffer; note: string; trail_seq: string; signed_at: Date };
  log_tile: { level: number; index: string; bytes: Buffer };
  stored_object: {
    sha256: string;
    size_bytes: string;
    state: Generated<ObjectState>;
    added_at: Generated<Date>;
    checked_at: Date | null;
    due_at: Generated<Date>;
    last_error: string | null;
    /** Looks in a row at which this object alone could not be read. */
    unread_looks: Generated<number>;
  };
  log_identity: { only_one: Generated<boolean>; origin: string; public_key: Buffer; created_at: GeneratedAlways<Date> };
  office_certificate: {
    sha256: string;
    pem: string;
    log_entry: string;
    listed_at: GeneratedAlways<Date>;
    origin: Generated<'made' | 'imported'>;
  };
  /** A token over a checkpoint's note. */
  log_timestamp: { checkpoint_size: string } & Stamped;
  /** A token over the entry of one evidence. */
  evidence_timestamp: { seq: string } & Stamped;
  stamp_line: {
    name: 'checkpoints' | 'evidence';
    up_to: string;
    attempts: Generated<number>;
    last_error: string | null;
    failing_since: Date | null;
    next_at: Generated<Date>;
  };
  log_anchor: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'sent' | 'done' | 'failed'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_at: Generated<Date>;
    raw_tx: string | null;
    tx_hash: string | null;
    sent_at: Date | null;
    chain_id: string | null;
    failing_since: Date | null;
    block_height: string | null;
    chain_time: Date | null;
    is_capped: Generated<boolean>;
    ended_at: Date | null;
  };
  evidence: {
    id: Generated<string>;
    number: string;
    user_id: string;
    type: UserType;
    /** Which list shows it: that of its owner's type, or, collected online, none of the two. */
    shown_in: GeneratedAlways<UserType | 'online'>;
    kind: AnyEvidenceKind;
    title: string;
    file_name: string;
    file_status: ColumnType<FileStatus, FileStatus | undefined, FileStatus>;
    address: Generated<string>;
    start_at: Date | null;
    end_at: Date | null;
    device: ColumnType<Device | null, string | null, string | null>;
    saved_at: Date;
    log_entry: string | null;
  };
  evidence_file: {
    evidence_id: string;
    name: string;
    role: FileRole;
    sha256: string;
    sm3: string;
    size_bytes: string;
    media_type: string;
    content: Uint8Array | null;
  };
  /**
   * `edition` is 1, and one more each time that the file of the one before was lost or damaged, or a timestamp could be had that it lacks.
   */
  certificate: {
    evidence_id: string;
    content_sha256: string;
    sha256: string;
    size_bytes: string;
    level: 'B-B' | 'B-T';
    issued_at: Date;
    edition: Generated<number>;
  };
  /** `number` is empty for a document, `order_id` null for everything else. */
  download_history: {
    id: GeneratedAlways<string>;
    type: HistoryType;
    number: string;
    order_id: ColumnType<string | null, string | undefined, never>;
    is_batch: boolean;
    account_id: string;
    operator: string;
    at: Generated<Date>;
  };
  share_address: { token: string; number: string; created_at: Generated<Date>; revoked_at: Date | null };
  download_batch: {
    token_hash: Buffer;
    numbers: string[];
    kind: OnlineKind;
    holder: ColumnType<LinkHolder, string, never>;
    expires_at: Date;
  };
}

/** An RFC 3161 token, or that one is waited for. */
interface Stamped {
  state: Generated<'waiting' | 'done'>;
  next_at: Generated<Date>;
  der: Buffer | null;
  der_sha256: Buffer | null;
  chain_pem: string | null;
  gen_time: Date | null;
  serial: string | null;
  policy: string | null;
  done_at: Date | null;
}

/** What the sweep found of a stored object; one that nothing names has no row. */
export type ObjectState = 'unchecked' | 'whole' | 'damaged' | 'missing';

/** The device that captured an evidence, in its own words (configInfo). */
export interface Device {
  readonly name: string;
  readonly model_name: string;
  readonly version: string;
  readonly version_sys: string;
  readonly processor: string;
  readonly core: string;
  /** 1 Android, 2 iOS, 0 unknown. */
  readonly type: number;
}
