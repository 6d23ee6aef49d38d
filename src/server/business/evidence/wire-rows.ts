import {
  downloadType,
  evidenceKind,
  fileStatus,
  listOfKind,
  type AnyEvidenceKind,
  type EvidenceKind,
} from '../../../domain/business/codes/evidence.ts';
import { onlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import type { BracketFacts } from '../../../domain/proof/marks/bracket.ts';
import type { EntryPlace } from '../../../domain/proof/evidence/shown-anchor.ts';
import { notesText, type CaptureNotes } from '../../../domain/proof/web-archive/capture-notes.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { anchorFieldsOf } from '../../../contract/anchor-wire.ts';
import { bracketFieldOf } from '../../../contract/bracket-wire.ts';
import type { EvidenceDetail, EvidenceRow } from '../../../contract/console/evidence.ts';
import { proofPath } from '../../../contract/open/verification-path.ts';
import type { ListedEvidence } from './evidence-list.ts';

/** A row of the list with its owner's shown name. */
export interface HeldEvidence extends Omit<ListedEvidence, 'holderName' | 'holderMobile'> {
  readonly holder: string;
}

/** With everything that its certificate shows. */
export interface DetailedEvidence extends HeldEvidence {
  readonly file: {
    readonly name: string;
    readonly sha256: string;
    readonly sm3: string;
    readonly sizeBytes: number;
    readonly mediaType: string;
  };
  readonly address: string;
  readonly target: string;
  readonly notes: CaptureNotes;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly device: EvidenceDetail['configInfo'] | null;
  readonly html: string;
  readonly previewUrl: string;
  /** Null until a checkpoint of the log covers it. */
  readonly anchor: EntryPlace | null;
  readonly bracket: BracketFacts;
  readonly witnessed: string;
  /** Whether a chain is configured; the log alone then does not count as the anchor. */
  readonly hasChain: boolean;
}

export function evidenceRowOf(evidence: HeldEvidence): EvidenceRow {
  const { holder, kind, type, fileStatus: status } = evidence;
  return {
    baoquan: evidence.number,
    userId: evidence.userId,
    username: holder,
    companyName: type === 'enterprise' ? holder : '',
    type: userType.code(type),
    type_name: isCaptured(kind) ? evidenceKind.label(kind) : onlineKind.label(kind),
    downType: downloadType.code(listOfKind(kind)),
    title: evidence.title,
    saveTime: formatTime(evidence.savedAt),
    fileStatus: fileStatus.code(status),
    fileStatus_name: fileStatus.label(status),
    isDownload: fileStatus.code(status),
  };
}

export function evidenceDetailOf(evidence: DetailedEvidence): EvidenceDetail {
  const { file, anchor } = evidence;
  return {
    ...evidenceRowOf(evidence),
    sha256: file.sha256,
    file_hash: file.sha256,
    sm3: file.sm3,
    file_name: file.name,
    file_size: file.sizeBytes,
    media_type: file.mediaType,
    isApp: isCaptured(evidence.kind) ? evidenceKind.code(evidence.kind) : 0,
    address: evidence.address,
    target: evidence.target,
    notes: notesText(evidence.notes),
    startAt: evidence.startAt ? formatTime(evidence.startAt) : '',
    endAt: evidence.endAt ? formatTime(evidence.endAt) : '',
    configInfo: evidence.device ?? { name: '', model_name: '', version: '', version_sys: '', processor: '', core: '', type: 0 },
    html: evidence.html,
    preview_url: evidence.previewUrl,
    checkpoint: anchor?.checkpointSize ?? null,
    anchored_at: anchor ? formatTime(anchor.anchoredAt) : null,
    bracket: bracketFieldOf(evidence.bracket),
    witnessed: evidence.witnessed,
    ...anchorFieldsOf(anchor, evidence.hasChain),
    proof: proofPath(evidence.number),
  };
}

/** Whether its kind is one of `isApp`, as opposed to online collection. */
function isCaptured(kind: AnyEvidenceKind): kind is EvidenceKind {
  return evidenceKind.names.some((name) => name === kind);
}
