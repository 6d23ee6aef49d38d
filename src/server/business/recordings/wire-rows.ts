import type { FileStatus } from '../../../domain/business/codes/evidence.ts';
import { recordingCode, type RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import { deviceLine, type DeclaredDevice } from '../../../domain/proof/dossier/facts/declared.ts';
import { onlineStatusLabel, onlineStatusWord } from '../../../domain/business/rules/online-status.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { BracketFacts } from '../../../domain/proof/marks/bracket.ts';
import type { EntryPlace } from '../../../domain/proof/evidence/shown-anchor.ts';
import { anchorFieldsOf } from '../../../contract/anchor-wire.ts';
import { bracketFieldOf } from '../../../contract/bracket-wire.ts';
import type { RecordingRow, RecordingView } from '../../../contract/console/recordings.ts';
import { proofPath } from '../../../contract/open/verification-path.ts';
import { onlineRowOf, type KnownFiles } from '../evidence/online-row.ts';
import type { ListedRecording } from './recording-list.ts';
import { recordingSheet } from './recording-sheet.ts';

/** With everything that its certificate shows. */
export interface ViewedRecording extends ListedRecording {
  readonly type: RecordingKind;
  readonly device: DeclaredDevice | null;
  readonly shareUrl: string;
  /** Plays it for an operator; empty if the file is missing. */
  readonly playUrl: string;
  readonly file: {
    readonly name: string;
    readonly sha256: string;
    readonly sm3: string;
    readonly sizeBytes: number;
    readonly mediaType: string;
  };
  readonly fileStatus: FileStatus;
  readonly savedAt: Date;
  readonly anchor: EntryPlace | null;
  readonly bracket: BracketFacts;
  readonly witnessed: string;
  /** Whether a chain is configured; its transaction is then the anchor. */
  readonly hasChain: boolean;
}

export function recordingRowOf(recording: ListedRecording & KnownFiles): RecordingRow {
  const { number, status, beginAt, saidSeconds, fileSeconds } = recording;
  return {
    attestation_id: number,
    ...onlineRowOf(recording),
    status: onlineStatusWord(status, 'recording'),
    status_name: onlineStatusLabel(status),
    begin_at: formatTime(beginAt),
    time_length: fileSeconds ?? saidSeconds,
  };
}

export function recordingViewOf(recording: ViewedRecording): RecordingView {
  const { type, shareUrl, file, anchor, savedAt } = recording;
  return {
    ...recordingRowOf(recording),
    type: recordingCode.code(type),
    ossUrl: shareUrl,
    ossurl: shareUrl,
    address: recording.playUrl,
    sha256: file.sha256,
    sm3: file.sm3,
    file_name: file.name,
    file_size: file.sizeBytes,
    media_type: file.mediaType,
    saveTime: formatTime(savedAt),
    html: recordingSheet(recording),
    device: deviceLine(recording.device),
    checkpoint: anchor?.checkpointSize ?? null,
    anchored_at: anchor ? formatTime(anchor.anchoredAt) : null,
    bracket: bracketFieldOf(recording.bracket),
    witnessed: recording.witnessed,
    ...anchorFieldsOf(anchor, recording.hasChain),
    proof: proofPath(recording.number),
  };
}
