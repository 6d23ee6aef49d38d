import { z } from 'zod';
import type { RecordingKind } from '../../domain/business/codes/online-evidence.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { recordingCode, recordingListType } from '../../domain/business/codes/online-evidence.ts';
import type { Permission } from '../../domain/business/access/access.ts';
import { anchorFields } from '../anchor-wire.ts';
import { bracketField } from '../bracket-wire.ts';
import { get } from '../call.ts';
import { evidenceNumber, uidIgnored } from './evidence.ts';
import { code, dayRange, keyword, limit, listOf, onlineStatusFilter, optional, page } from '../fields.ts';
import { onlineRowFields } from './online-row.ts';

const recordingRow = z.object({
  attestation_id: z.string(),
  ...onlineRowFields,
  /** Wire word: ING, UPLOAD, SUCCESS, FAIL or CANCEL. */
  status: z.string(),
  begin_at: z.string(),
  /** Seconds: according to the file, or to the device while there is no file. */
  time_length: z.number(),
});
export type RecordingRow = z.output<typeof recordingRow>;

const recordingView = recordingRow.extend({
  type: z.number(),
  /** Absolute share address, both the same; empty if it was revoked. */
  ossUrl: z.string(),
  ossurl: z.string(),
  /** Where an operator can play it: the share address, or a signed link if that was revoked. Empty if the file is missing. */
  address: z.string(),
  /** Lower-case hex. */
  sha256: z.string(),
  sm3: z.string(),
  file_name: z.string(),
  file_size: z.number(),
  media_type: z.string(),
  saveTime: z.string(),
  /** The facts of the recording as a page of their own, only for a sandboxed frame. */
  html: z.string(),
  /** The device that made it, as it described itself, in one line; empty if it did not. */
  device: z.string(),
  /** First checkpoint of the office's log that covers it, and when it was signed; null until then. */
  checkpoint: z.string().nullable(),
  anchored_at: z.string().nullable(),
  /** Not-before and not-after times and the span between them; null for a recording without a mark. */
  bracket: bracketField,
  /** One line on who cosigned the first checkpoint that covers it; empty until a witness has. */
  witnessed: z.string(),
  ...anchorFields,
  proof: z.string(),
});
export type RecordingView = z.output<typeof recordingView>;

/** Recordings of processes and of mobile devices (spec/wire, 4, *Online evidence*). */
export const recordingCalls = {
  getProList: get('/api/ajax/evidence/getProList', {
    summary: '过程取证或移动端取证列表',
    needs: { anyOf: ['online:process', 'online:move'], byInput: (input) => recordingPage[input.type] },
    input: z.object({
      type: code(recordingListType, '取证类型无效'),
      status: onlineStatusFilter,
      label: optional(z.string().trim().max(limits.labelChars, '标签无效')),
      keyword,
      registtime: dayRange,
      page,
      limit,
    }),
    output: listOf(recordingRow),
  }),
  getProView: get('/api/evidence/getProView', {
    summary: '过程取证或移动端取证证书',
    needs: { anyOf: ['online:process', 'online:move'] },
    input: z.object({ baoquan: evidenceNumber }),
    output: recordingView,
  }),
  downLoadRecording: get('/api/evidence/downLoad', {
    summary: '下载过程取证或移动端取证',
    needs: {
      anyOf: ['online:process', 'online:move', 'notarization:list'],
      allOf: ['evidence:download'],
      byInput: (input) => recordingDownloaders[input.type],
    },
    input: z.object({ baoquan: evidenceNumber, type: code(recordingCode, '取证类型无效'), uid: uidIgnored }),
    output: z.object({ url: z.string(), name: z.string() }),
  }),
} as const;

/** The page permission for recordings of each type. */
export const recordingPage: Record<RecordingKind, Permission> = { process: 'online:process', move: 'online:move' };

/** Permissions to download recordings of each type: its page, or the page of an application that covers it. */
export const recordingDownloaders: Record<RecordingKind, readonly Permission[]> = {
  process: ['online:process', 'notarization:list'],
  move: ['online:move', 'notarization:list'],
};
