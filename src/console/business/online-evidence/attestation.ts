import type { BracketField } from '../../../contract/bracket-wire.ts';
import type { CaptureDetail } from '../../../contract/console/captures.ts';
import type { RecordingView } from '../../../contract/console/recordings.ts';
import { fileStatus, type FileStatus } from '../../../domain/business/codes/evidence.ts';
import { recordingCode, type OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { acceptLabels, capturedAddress, deviceTexts } from '../../../domain/business/rules/capture.ts';
import { onlineStatusOf } from '../../../domain/business/rules/online-status.ts';
import { isFileResult, notesText } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { Anchored } from '../../kit/certificate/anchor.ts';
import { shortenFileName } from '../../kit/ui/text/shorten-file-name.ts';
import { sizeText } from '../../kit/ui/text/size-text.ts';
import { durationText } from './duration.ts';

/** What the certificate of an online evidence of any kind shows. */
export interface Attestation extends Anchored {
  readonly kind: OnlineKind;
  readonly number: string;
  readonly name: string;
  readonly hasSucceeded: boolean;
  /** Failed or cancelled, so it will never have a certificate. */
  readonly isOver: boolean;
  readonly statusName: string;
  /** Why it failed or was cancelled; empty otherwise. */
  readonly reason: string;
  readonly fileStatus: FileStatus;
  readonly bracket: BracketField;
  /** The witnesses that cosigned its checkpoint, in one line; empty if there are none yet. */
  readonly witnessed: string;
  /** Hash of the picture or the recording in lower-case hex; empty until there is one. */
  readonly sha256: string;
  /** Absolute address for the QR code; empty if it was revoked. */
  readonly shareUrl: string;
  /** The captured page, hostile: its source, or a link to it if it is long; both empty for recordings. */
  readonly page: { readonly html: string; readonly url: string; readonly sizeBytes: number };
  /** The picture, the file or the recording itself. */
  readonly result: { readonly title: string; readonly url: string; readonly mediaType: string; readonly sizeBytes: number };
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

export function attestationOfCapture(detail: CaptureDetail): Attestation {
  const main = detail.files.find(({ sha256 }) => sha256 === detail.sha256);
  return {
    ...anchoredOf({ ...detail, chain_time: detail.chainTime }),
    kind: 'web',
    number: detail.baoquan_no,
    name: detail.name,
    ...endOf(detail.status),
    statusName: detail.status_name,
    reason: detail.reason,
    fileStatus: fileStatus.nameOf(detail.isDownload) ?? 'missing',
    bracket: detail.bracket,
    witnessed: detail.witnessed,
    sha256: detail.sha256,
    shareUrl: detail.url,
    page: { html: detail.html, url: detail.html_url, sizeBytes: detail.html_size },
    result: {
      title: isFileResult(detail.notes) ? '取证文件' : '网页截图',
      url: detail.address,
      mediaType: detail.media_type,
      sizeBytes: main?.size ?? 0,
    },
    facts: [
      { label: '证据名称', value: detail.name },
      { label: '取证主体', value: detail.username },
      { label: '取证网址', value: capturedAddress(detail.target, detail.opened || null) },
      { label: '取证时间', value: detail.begin_at === '' ? detail.create_time : `${detail.begin_at} 至 ${detail.end_at}` },
      { label: '取证方式', value: `${acceptLabels[detail.accept]}，设备：${deviceTexts[detail.device]}` },
      ...(detail.notes.length === 0 ? [] : [{ label: '附说明', value: notesText(detail.notes) }]),
      ...(detail.replay === '' ? [] : [{ label: '重放一致度', value: detail.replay }]),
      // Counts the files of the download; the details are only in the evidence package.
      { label: '证据文件', value: `${detail.files.filter(({ role }) => role !== 'details').length} 个` },
    ],
  };
}

export function attestationOfRecording(view: RecordingView): Attestation {
  const kind = recordingCode.nameOf(view.type) ?? 'process';
  return {
    ...anchoredOf(view),
    kind,
    number: view.attestation_id,
    name: view.name,
    ...endOf(view.status),
    statusName: view.status_name,
    reason: view.reason,
    fileStatus: fileStatus.nameOf(view.isDownload) ?? 'missing',
    bracket: view.bracket,
    witnessed: view.witnessed,
    sha256: view.sha256,
    shareUrl: view.ossUrl,
    page: { html: '', url: '', sizeBytes: 0 },
    result: { title: '取证内容', url: view.address, mediaType: view.media_type, sizeBytes: view.file_size },
    facts: [
      { label: '证据名称', value: view.name },
      { label: '取证主体', value: view.username },
      { label: '取证方式', value: recordingCode.label(kind) },
      { label: '开始时间', value: view.begin_at },
      { label: '时长', value: durationText(view.time_length) },
      { label: '保存时间', value: view.saveTime },
      { label: '文件名称', value: `${shortenFileName(view.file_name)}（${sizeText(view.file_size)}）` },
      ...(view.device === '' ? [] : [{ label: '采集设备', value: view.device }]),
    ],
  };
}

function endOf(word: string): Pick<Attestation, 'hasSucceeded' | 'isOver'> {
  const status = onlineStatusOf(word);
  return { hasSucceeded: status === 'succeeded', isOver: status === 'failed' || status === 'cancelled' };
}

function anchoredOf({ checkpoint, anchored_at, anchor_kind, blockchain_hash, block_height, chain_time }: Anchored): Anchored {
  return { checkpoint, anchored_at, anchor_kind, blockchain_hash, block_height, chain_time };
}
