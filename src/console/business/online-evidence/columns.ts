import type { OnlineKind, RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import type { CaptureRow } from '../../../contract/console/captures.ts';
import type { RecordingRow } from '../../../contract/console/recordings.ts';
import { acceptLabels, deviceLabels } from '../../../domain/business/rules/capture.ts';
import { notesText } from '../../../domain/proof/web-archive/capture-notes.ts';
import { onlineStatusOf, type OnlineStatus } from '../../../domain/business/rules/online-status.ts';
import type { Action, Column, Tone } from '../../kit/list/columns.ts';
import { durationText } from './duration.ts';
import { attestationPath } from '../../kit/certificate/evidence-paths.ts';
import { CapturePreview, RecordingPreview } from './preview-dialog.tsx';

/**
 * Widths in pixels: 32 digits, shortened, with a copy button, and two actions, even in a wide font: DejaVu Sans Mono takes 7.83 per
 * character of 13 px. Batch pages have a selection column more.
 */
const captureId = { width: 138, chars: 12 };
const recordingId = { width: 184, chars: 18 };
const actionsWidth = 140;

export const webColumns: Column<CaptureRow>[] = [
  { kind: 'id', title: '取证编号', text: (row) => row.baoquan_no, ...captureId },
  { kind: 'text', title: '用户名', text: (row) => row.username, width: 84, grows: true },
  { kind: 'mobile', title: '手机号', text: (row) => row.mobile },
  { kind: 'text', title: '证据名称', text: (row) => row.name },
  { kind: 'text', title: '标签', text: (row) => row.label, width: 66 },
  { kind: 'text', title: '取证方式', text: (row) => acceptLabels[row.accept], width: 74 },
  { kind: 'text', title: '设备', text: (row) => deviceLabels[row.device], width: 46 },
  {
    kind: 'status',
    title: '状态',
    text: (row) => row.status_name,
    mark: (row) => (row.notes.length > 0 ? '附说明' : ''),
    width: 126,
    tone: (row) => statusTone(row.status),
    note: (row) => (row.notes.length > 0 ? notesText(row.notes) : row.reason),
  },
  { kind: 'time', title: '取证时间', text: (row) => row.create_time },
  {
    kind: 'actions',
    title: '操作',
    actions: (row) => actionsOf('web', row.baoquan_no, row.status, { label: '预览结果', dialog: CapturePreview }),
    width: actionsWidth,
  },
];

export function recordingColumns(kind: RecordingKind): Column<RecordingRow>[] {
  return [
    { kind: 'id', title: '取证编号', text: (row) => row.attestation_id, ...recordingId },
    { kind: 'text', title: '用户名', text: (row) => row.username, width: 88, grows: true },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile },
    { kind: 'text', title: '证据名称', text: (row) => row.name },
    { kind: 'text', title: '标签', text: (row) => row.label, width: 80 },
    { kind: 'status', title: '状态', text: (row) => row.status_name, tone: (row) => statusTone(row.status), note: (row) => row.reason },
    { kind: 'time', title: '开始时间', text: (row) => row.begin_at },
    { kind: 'text', title: '时长', text: (row) => durationText(row.time_length), width: 80 },
    {
      kind: 'actions',
      title: '操作',
      actions: (row) => actionsOf(kind, row.attestation_id, row.status, { label: '预览结果', dialog: RecordingPreview }),
      width: actionsWidth,
    },
  ];
}

/** Only successful evidence has a certificate and a result (spec/console, 4.9); other rows show ——. */
function actionsOf<Row>(kind: OnlineKind, number: string, status: string, preview: Action<Row>): Action<Row>[] {
  return onlineStatusOf(status) === 'succeeded' ? [{ label: '查看证书', to: attestationPath(kind, number), isNewTab: true }, preview] : [];
}

/** An unknown word of the wire is not assumed to be good. */
export function statusTone(word: string): Tone {
  const tones: Record<OnlineStatus, Tone> = {
    waiting: 'wait',
    running: 'work',
    uploading: 'work',
    succeeded: 'done',
    failed: 'failed',
    cancelled: 'over',
  };
  return tones[onlineStatusOf(word) ?? 'cancelled'];
}
