// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CaptureNotes } from '../../../domain/web-archive/capture-notes.ts';
import type { LinkGrantee } from '../../../domain/access/link-grantee.ts';
import type { Device } from '../json.ts';
import type { OnlineStatus } from '../../../domain/rules/online-status.ts';

export interface EvidenceTables {
  /** Captures of web pages: what was asked for, and how far it is. A succeeded one is an evidence of the same number. */
  capture: {
    id: Generated<string>;
    kind: Generated<'web'>;
    number: string;
    user_id: string;
    username: string;
    mobile: string;
    url: string;
    name: string;
    label: string;
    status: Generated<'waiting' | 'queued' | 'capturing' | 'uploading' | 'succeeded' | 'failed' | 'cancelled'>;
    shown_status: GeneratedAlways<'waiting' | 'running' | 'uploading' | 'succeeded' | 'failed' | 'cancelled'>;
    reason: Generated<string>;
    created_at: Generated<Date>;
    begun_at: Date | null;
    ended_at: Date | null;
    attempt: Generated<number>;
    crashes: Generated<number>;
    worker: Generated<string>;
    lease_until: Date | null;
    /** The label as the list is filtered and counted by it: never a word of `shown_status`. */
    label_key: GeneratedAlways<string>;
    accept: Generated<'page' | 'as_is'>;
    device: Generated<'desktop' | 'mobile'>;
    notes: ColumnType<CaptureNotes | null, string | null, string | null>;
    app_id: string | null;
  };
  /** Certificates as they were issued: one for each state that an evidence's anchor has had. The signed PDF lies in the store. */
  certificate: {
    evidence_id: string;
    content_sha256: string;
    sha256: string;
    size_bytes: string;
    level: 'B-B' | 'B-T';
    issued_at: Date;
    /**
     * 1, and one more each time that the file of the one before was lost or damaged, or a timestamp could be had that it lacks: a trigger
     * refuses every change of a row, so what is issued anew is a row of its own, and of several the last one stands.
     */
    edition: Generated<number>;
  };
  /**
   * A zip that may be fetched for a time: its address holds the token, this table its hash. It ends with its holder's session or
   * permission.
   */
  download_batch: {
    token_hash: Buffer;
    numbers: string[];
    kind: 'web' | 'process' | 'move';
    expires_at: Date;
    holder: ColumnType<LinkGrantee, string, string>;
  };
  evidence: {
    id: Generated<string>;
    number: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    kind: 'file' | 'photo' | 'audio' | 'video' | 'screen' | 'web' | 'process' | 'move';
    title: string;
    file_name: string;
    file_status: Generated<'stored' | 'uploading' | 'missing'>;
    address: Generated<string>;
    start_at: Date | null;
    end_at: Date | null;
    device: ColumnType<Device | null, string | null, string | null>;
    saved_at: Date;
    log_entry: string | null;
    /** Which list shows it: that of its owner's type, or, collected online, none of the two. The counters of those lists count by it. */
    shown_in: GeneratedAlways<'online' | 'personal' | 'enterprise'>;
  };
  /** What the manifest names. An original lies in the store under its SHA-256; what the office itself adds is small, and lies here. */
  evidence_file: {
    evidence_id: string;
    name: string;
    role: 'original' | 'environment-check' | 'capture-log' | 'details';
    sha256: string;
    sm3: string;
    size_bytes: string;
    media_type: string;
    content: Uint8Array | null;
  };
  /** Recordings of processes and of mobile devices, and how far their uploads are. */
  recording: {
    id: Generated<string>;
    number: string;
    user_id: string;
    username: string;
    mobile: string;
    type: 'process' | 'move';
    name: string;
    label: string;
    status: OnlineStatus;
    reason: Generated<string>;
    begin_at: Date;
    said_seconds: number;
    file_seconds: number | null;
    sha256: string;
    device: ColumnType<Device | null, string | null, string | null>;
    size_bytes: string | null;
    offset_bytes: Generated<string>;
    created_at: Generated<Date>;
    touched_at: Generated<Date>;
    /** The label as the list is filtered and counted by it: never a word of `status`. */
    label_key: GeneratedAlways<string>;
  };
  /** What has come in so far, each piece on stable storage under its hash. Gone once the whole is. */
  recording_piece: {
    recording_id: string;
    start_byte: string;
    size_bytes: string;
    sha256: string;
  };
  /** One address an evidence at a time, for as long as nobody revokes it: it stands on printed certificates. */
  share_address: {
    token: string;
    number: string;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };
}
