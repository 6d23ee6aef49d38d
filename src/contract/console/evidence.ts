import { z } from 'zod';
import type { Permission } from '../../domain/business/access/access.ts';
import { downloadType, fileStatus, historyType, type HistoryType } from '../../domain/business/codes/evidence.ts';
import type { OnlineKind } from '../../domain/business/codes/online-evidence.ts';
import { userType, type UserType } from '../../domain/business/codes/users.ts';
import { findings } from '../../domain/proof/dossier/line.ts';
import { typedNumber } from '../../domain/kit/text/typed.ts';
import { anchorFields } from '../anchor-wire.ts';
import { bracketField } from '../bracket-wire.ts';
import { get, post } from '../call.ts';
import { code, dayRange, id, keyword, limit, listOf, optional, page } from '../fields.ts';

/** 32 hex digits in either case, returned in upper case. */
export const evidenceNumber = z
  .string('存证编号不能为空')
  .transform(typedNumber)
  .refine((text) => /^[0-9A-F]{32}$/.test(text), '存证编号无效');

/** Downloadable parts of an evidence: its first original, its package, its signed certificate. */
export const evidenceParts = ['file', 'package', 'certificate'] as const;
export type EvidencePart = (typeof evidenceParts)[number];
/** Sent by the console but ignored: the token identifies the caller. */
export const uidIgnored = z.unknown().optional();

export const evidenceRow = z.object({
  baoquan: z.string(),
  userId: z.string(),
  /** Name of the owner: a person or an enterprise. */
  username: z.string(),
  /** Empty for persons. */
  companyName: z.string(),
  /** The owner's type. The kind of evidence is a separate field. */
  type: z.number(),
  type_name: z.string(),
  /** The kind of certificate page, by the codes of history and downloads (spec/console, 9.16). */
  downType: z.number(),
  title: z.string(),
  saveTime: z.string(),
  fileStatus: z.number(),
  fileStatus_name: z.string(),
  isDownload: z.number(),
});
export type EvidenceRow = z.output<typeof evidenceRow>;

const evidenceDetail = evidenceRow.extend({
  /** Lower-case hex, both the same; empty while there is no file. */
  sha256: z.string(),
  file_hash: z.string(),
  sm3: z.string(),
  file_name: z.string(),
  file_size: z.number(),
  media_type: z.string(),
  isApp: z.number(),
  address: z.string(),
  /** Of a web capture its address, asked for and opened, and its notes in one line; empty for everything else. */
  target: z.string(),
  notes: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  configInfo: z.object({
    name: z.string(),
    model_name: z.string(),
    version: z.string(),
    version_sys: z.string(),
    processor: z.string(),
    core: z.string(),
    type: z.number(),
  }),
  /** Unsanitised source of a web page, only for a sandboxed frame. Empty for everything else. */
  html: z.string(),
  /** A signed link to content that a browser can display, valid for 15 minutes; empty otherwise. */
  preview_url: z.string(),
  /** First checkpoint of the office's log that covers it, and when it was signed; null until then. */
  checkpoint: z.string().nullable(),
  anchored_at: z.string().nullable(),
  /** Not-before and not-after times and the span between them; null for evidence without a not-before mark. */
  bracket: bracketField,
  /** One line on who cosigned the first checkpoint that covers it; empty until a witness has. */
  witnessed: z.string(),
  ...anchorFields,
  /** Public address of the proof's text; it responds 202 until there is one. */
  proof: z.string(),
});
export type EvidenceDetail = z.output<typeof evidenceDetail>;

const dossierLine = z.object({
  审查要点: z.string(),
  依据: z.string(),
  结论: z.enum(findings),
  说明: z.string(),
  材料: z.array(z.string()),
  复核方法: z.string(),
});
const evidenceDossier = z.object({
  baoquan: z.string(),
  /** The moment to which the dossier refers. */
  as_of: z.string(),
  /** Origin and size of the checkpoint to which it refers; null if none can be read. */
  checkpoint: z.object({ origin: z.string(), size: z.number() }).nullable(),
  sections: z.array(z.object({ title: z.string(), lines: z.array(dossierLine) })),
  /** Public address with names masked; empty if the share address was revoked. */
  share_url: z.string(),
});
export type EvidenceDossier = z.output<typeof evidenceDossier>;

/** `baoquan_no` is empty for a document of an application. */
const downloadRow = z.object({ id: z.string(), operator: z.string(), operate_time: z.string(), baoquan_no: z.string() });
export type DownloadRow = z.output<typeof downloadRow>;

/** Permissions of which any allows viewing some evidence. Each evidence is then checked individually (spec/wire, 5). */
const evidenceViewers = [
  'evidence:enterprise',
  'evidence:personal',
  'online:web',
  'online:process',
  'online:move',
  'notarization:list',
] as const satisfies readonly Permission[];

/** Evidence of persons and enterprises, its certificate and its downloads (spec/wire, 4, *Evidence and notarization*). */
export const evidenceCalls = {
  getSaveDataList: get('/api/ajax/data/getSaveDataList', {
    summary: '企业或个人存证列表',
    needs: { anyOf: ['evidence:enterprise', 'evidence:personal'], byInput: (input) => evidencePage[input.type] },
    input: z.object({
      type: code(userType, '用户类型无效'),
      keyword,
      status: optional(code(fileStatus, '文件状态无效')),
      datetime: dayRange,
      page,
      limit,
    }),
    output: listOf(evidenceRow),
  }),
  saveDataDetail: get('/api/data/saveDataDetail', {
    summary: '存证详情',
    needs: { anyOf: evidenceViewers },
    input: z.object({ baoquan: evidenceNumber, userId: optional(id) }),
    output: evidenceDetail,
  }),
  getDossier: get('/api/data/dossier', {
    summary: '审查说明',
    needs: { anyOf: evidenceViewers },
    input: z.object({ baoquan: evidenceNumber }),
    output: evidenceDossier,
  }),
  baoquanFile: post('/api/Down/baoquanFile', {
    summary: '下载存证文件、证据包或证书',
    needs: { anyOf: evidenceViewers, allOf: ['evidence:download'] },
    input: z.object({
      baoquan: evidenceNumber,
      /** The list from which it is downloaded. If given, the evidence must belong to it. */
      type: optional(code(downloadType, '下载类型无效')),
      part: optional(z.enum(evidenceParts, '下载内容无效')),
    }),
    output: z.object({ url: z.string(), name: z.string() }),
  }),
  getDownHistory: get('/api/DownHistory/getList', {
    summary: '下载历史',
    needs: {
      anyOf: evidenceViewers,
      // The history of one number is for everyone who may view that evidence.
      byInput: (input) => (input.baoquan_no === undefined ? historyPages[input.type] : evidenceViewers),
    },
    input: z
      .object({
        type: code(historyType, '下载类型无效'),
        baoquan_no: optional(z.string().transform(typedNumber).pipe(z.string().max(64, '编号无效'))),
        is_batch: optional(z.enum(['0', '1'], '批量标记无效')).transform((flag) => flag === '1'),
        /** With `is_batch=1`: includes single downloads from the list. */
        is_all: optional(z.enum(['0', '1'], '范围标记无效')).transform((flag) => flag === '1'),
        /** With `type=5`: the application whose documents are requested. */
        orderId: optional(id),
        page,
        limit,
      })
      .refine(({ type, orderId }) => (type === 'document') === (orderId !== undefined), { path: ['type'], message: '下载类型无效' })
      .refine(({ type, baoquan_no, is_batch, is_all }) => type === 'document' || is_batch || is_all || baoquan_no !== undefined, {
        path: ['baoquan_no'],
        message: '存证编号不能为空',
      }),
    output: listOf(downloadRow),
  }),
} as const;

/** The page permission for evidence of each owner type. */
export const evidencePage: Record<UserType, Permission> = { personal: 'evidence:personal', enterprise: 'evidence:enterprise' };

/** The page permission for evidence collected online. */
export const onlinePage: Record<OnlineKind, Permission> = { web: 'online:web', process: 'online:process', move: 'online:move' };

/** Everyone who may see a list may see its downloads. */
const historyPages: Record<HistoryType, readonly Permission[]> = {
  evidence: ['evidence:enterprise', 'evidence:personal'],
  web: ['online:web'],
  process: ['online:process'],
  move: ['online:move'],
  document: ['notarization:list'],
};
