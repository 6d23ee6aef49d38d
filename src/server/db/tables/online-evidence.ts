import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CaptureStatus } from '../../../domain/rules/capture.ts';
import type { RecordingKind } from '../../../domain/codes/online-evidence.ts';
import type { OnlineStatus } from '../../../domain/rules/online-status.ts';
import type { Device } from './custody.ts';

/** Web captures and recordings. */
export interface OnlineTables {
  recording: {
    id: Generated<string>;
    number: string;
    user_id: string;
    username: string;
    mobile: string;
    type: RecordingKind;
    name: string;
    label: string;
    status: OnlineStatus;
    reason: Generated<string>;
    begin_at: Date;
    /** Its length in seconds, as the device said and as its file says. */
    said_seconds: number;
    file_seconds: number | null;
    sha256: string;
    device: ColumnType<Device | null, string | null, string | null>;
    size_bytes: string | null;
    offset_bytes: Generated<string>;
    created_at: Generated<Date>;
    /** When something of it came in last. */
    touched_at: Generated<Date>;
  };
  recording_piece: { recording_id: string; start_byte: string; size_bytes: string; sha256: string };
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
    status: ColumnType<CaptureStatus, CaptureStatus | undefined, CaptureStatus>;
    shown_status: GeneratedAlways<OnlineStatus>;
    reason: Generated<string>;
    created_at: Generated<Date>;
    begun_at: Date | null;
    ended_at: Date | null;
    attempt: Generated<number>;
    crashes: Generated<number>;
    worker: Generated<string>;
    lease_until: Date | null;
  };
}
