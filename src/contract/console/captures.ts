import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { captureAccepts, captureDevices } from '../../domain/business/rules/capture.ts';
import { captureNoteCodes } from '../../domain/proof/web-archive/capture-notes.ts';
import { anchorFields } from '../anchor-wire.ts';
import { bracketField } from '../bracket-wire.ts';
import { get, post } from '../call.ts';
import { evidenceNumber, uidIgnored } from './evidence.ts';
import { dayRange, keyword, limit, listOf, onlineStatusFilter, optional, page } from '../fields.ts';
import { onlineRowFields } from './online-row.ts';

const captureRow = z.object({
  baoquan_no: z.string(),
  ...onlineRowFields,
  /** WAIT, FELLIN, ING, UPLOAD, SUCCESSED, FAILED or CANCEL. */
  status: z.string(),
  create_time: z.string(),
  /** 取证方式 and 设备. */
  accept: z.enum(captureAccepts),
  device: z.enum(captureDevices),
  /** What pictures and archive are known to lack. */
  notes: z.array(z.object({ code: z.enum(captureNoteCodes), text: z.string() })),
});
export type CaptureRow = z.output<typeof captureRow>;

const captureDetail = captureRow.extend({
  /** Address of the page itself. */
  target: z.string(),
  /** The address that was captured, where the site or the page led on; else empty. */
  opened: z.string(),
  /** A signed link to the page's picture, or to the file of a capture with the note `file`, valid for 15 minutes; empty if unavailable. */
  address: z.string(),
  /** SHA-256 of the picture or of that file: lower-case hex, empty until there is one. */
  sha256: z.string(),
  /** Its media type; empty until there is one. */
  media_type: z.string(),
  /** Unsanitised source of the page, only for a sandboxed frame. Empty if it is too long for this reply. */
  html: z.string(),
  /** A signed link to the source of any length, valid for 15 minutes; empty if its files are unavailable. */
  html_url: z.string(),
  /** Size of the source in bytes; 0 until there is one. */
  html_size: z.number(),
  /** The share address in the QR code; empty until the capture succeeded. */
  url: z.string(),
  begin_at: z.string(),
  end_at: z.string(),
  /** 重放一致度 of its web archive, with the reason if it is low; empty without an archive. */
  replay: z.string(),
  /** First checkpoint of the office's log that covers it, and when it was signed; null until then. */
  checkpoint: z.string().nullable(),
  anchored_at: z.string().nullable(),
  /** Not-before and not-after times and the span between them; null for a capture without a mark, and until it succeeded. */
  bracket: bracketField,
  /** One line on who cosigned the first checkpoint that covers it; empty until a witness has. */
  witnessed: z.string(),
  anchor_kind: anchorFields.anchor_kind,
  blockchain_hash: anchorFields.blockchain_hash,
  block_height: anchorFields.block_height,
  chainTime: anchorFields.chain_time,
  proof: z.string(),
  /** All files of the evidence. */
  files: z.array(z.object({ name: z.string(), role: z.string(), sha256: z.string(), size: z.number() })),
});
export type CaptureDetail = z.output<typeof captureDetail>;

/** Captures of web pages (spec/wire, 4, *Online evidence*). */
export const captureCalls = {
  getWebList: get('/api/ajax/webfor/getWebList', {
    summary: '网页取证列表',
    needs: { anyOf: ['online:web'] },
    input: z.object({
      keyword,
      status: onlineStatusFilter,
      label: optional(z.string().trim().max(limits.labelChars, '标签无效')),
      registtime: dayRange,
      page,
      limit,
    }),
    output: listOf(captureRow),
  }),
  webForList: get('/api/webfor/webForList', {
    summary: '网页取证的标签',
    needs: { anyOf: ['online:web'] },
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ label: z.string() })) }),
  }),
  getWebView: get('/api/webfor/getWebView', {
    summary: '网页取证证书',
    needs: { anyOf: ['online:web'] },
    input: z.object({ baoquan: evidenceNumber }),
    output: captureDetail,
  }),
  previewWeb: get('/api/webfor/preview', {
    summary: '预览网页取证结果',
    needs: { anyOf: ['online:web'] },
    input: z.object({ baoquan: evidenceNumber }),
    /** `url` is empty for a file that the browser does not show. */
    output: z.object({ url: z.string() }),
  }),
  downloadWeb: post('/api/webfor/download', {
    summary: '下载网页取证的全部文件（一个压缩包）',
    needs: { anyOf: ['online:web', 'notarization:list'], allOf: ['evidence:download'] },
    input: z.object({ baoquan: evidenceNumber, uid: uidIgnored, type: optional(z.literal('2', '下载类型无效')) }),
    output: z.object({ downUrl: z.string(), name: z.string() }),
  }),
} as const;
