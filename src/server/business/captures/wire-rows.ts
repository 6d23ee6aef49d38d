import type { BracketFacts } from '../../../domain/proof/marks/bracket.ts';
import type { EntryPlace } from '../../../domain/proof/evidence/shown-anchor.ts';
import type { FileStatus } from '../../../domain/business/codes/evidence.ts';
import { captureStatusWord, shownStatus } from '../../../domain/business/rules/capture.ts';
import { onlineStatusLabel } from '../../../domain/business/rules/online-status.ts';
import { replayText, type ReplayFacts } from '../../../domain/proof/web-archive/replay-facts.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { anchorFieldsOf } from '../../../contract/anchor-wire.ts';
import { bracketFieldOf } from '../../../contract/bracket-wire.ts';
import type { CaptureDetail, CaptureRow } from '../../../contract/console/captures.ts';
import { proofPath } from '../../../contract/open/verification-path.ts';
import { onlineRowOf, type KnownFiles } from '../evidence/online-row.ts';
import type { ListedCapture } from './capture-list.ts';

/** With everything that its certificate shows. */
export interface DetailedCapture extends ListedCapture {
  readonly target: string;
  /** The address that was captured; null where it is the one asked for. */
  readonly openedUrl: string | null;
  readonly fileStatus: FileStatus;
  readonly address: string;
  readonly sha256: string;
  readonly mediaType: string;
  readonly html: string;
  /** The whole source, of any length. */
  readonly source: { readonly url: string; readonly sizeBytes: number };
  readonly shareUrl: string;
  readonly begunAt: Date | null;
  readonly endedAt: Date | null;
  /** Null if it has no web archive. */
  readonly replay: ReplayFacts | null;
  readonly anchor: EntryPlace | null;
  readonly bracket: BracketFacts;
  readonly witnessed: string;
  /** Whether a chain is configured; its transaction is then the anchor. */
  readonly hasChain: boolean;
  readonly files: readonly { readonly name: string; readonly role: string; readonly sha256: string; readonly sizeBytes: number }[];
}

export function captureRowOf(capture: ListedCapture & KnownFiles): CaptureRow {
  return {
    baoquan_no: capture.number,
    ...onlineRowOf(capture),
    status: captureStatusWord(capture.status),
    status_name: onlineStatusLabel(shownStatus(capture.status)),
    create_time: formatTime(capture.createdAt),
    accept: capture.accept,
    device: capture.device,
    notes: [...(capture.notes ?? [])],
  };
}

export function captureDetailOf(capture: DetailedCapture): CaptureDetail {
  const { anchor } = capture;
  const { chain_time: chainTime, ...anchored } = anchorFieldsOf(anchor, capture.hasChain);
  return {
    ...captureRowOf(capture),
    target: capture.target,
    opened: capture.openedUrl ?? '',
    address: capture.address,
    sha256: capture.sha256,
    media_type: capture.mediaType,
    html: capture.html,
    html_url: capture.source.url,
    html_size: capture.source.sizeBytes,
    url: capture.shareUrl,
    begin_at: capture.begunAt ? formatTime(capture.begunAt) : '',
    end_at: capture.endedAt ? formatTime(capture.endedAt) : '',
    replay: capture.replay ? replayText(capture.replay) : '',
    checkpoint: anchor?.checkpointSize ?? null,
    anchored_at: anchor ? formatTime(anchor.anchoredAt) : null,
    bracket: bracketFieldOf(capture.bracket),
    witnessed: capture.witnessed,
    ...anchored,
    chainTime,
    proof: proofPath(capture.number),
    files: capture.files.map(({ name, role, sha256, sizeBytes }) => ({ name, role, sha256, size: sizeBytes })),
  };
}
