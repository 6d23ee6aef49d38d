import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { download, get } from '../call.ts';
import { dayRange, keyword, limit, listOf, optional, page, text } from '../fields.ts';

const trailFilters = {
  /** Part of the operator's name, the action or the object; an evidence by its complete number. */
  keyword,
  /** Complete name of the operator or client. */
  operator: optional(text(limits.keywordChars, '操作人无效')),
  /** Complete name of the action. */
  action: optional(text(limits.keywordChars, '操作无效')),
  datetime: dayRange,
  /** 0 leaves out what the caller themselves only looked at. */
  own_looks: optional(z.enum(['0'], '查看记录无效')),
};

const state = z.record(z.string(), z.unknown()).nullable();
const trailRow = z.object({
  id: z.string(),
  time: z.string(),
  /** Real name of an operator or name of a client, at the time of the action. */
  operator: z.string(),
  /** Id of the account, client or command. */
  operator_id: z.string(),
  operator_kind_name: z.string(),
  ip: z.string(),
  action: z.string(),
  /** For example `user/17`. */
  object: z.string(),
  /** With its number and name, as far as the reader may open it. */
  object_name: z.string(),
  /** Page of the console; empty if there is none that the reader may open. */
  object_url: z.string(),
  before: state,
  after: state,
  /** The changed fields in words; `old` or `now` is empty if there was or is no value. */
  changes: z.array(z.object({ label: z.string(), old: z.string(), now: z.string() })),
  /** The same as one line of text. */
  change: z.string(),
  /** Hash of the row's link in the chain, 64 lower-case hex digits; empty until the row is linked, within a second. */
  hash: z.string(),
});
export type TrailRow = z.output<typeof trailRow>;

export const trailCalls = {
  getTrailList: get('/api/ajax/trail/getList', {
    summary: '操作日志',
    needs: { anyOf: ['authority:trail'] },
    input: z.object({ ...trailFilters, page, limit }),
    output: listOf(trailRow),
  }),
  getTrailOperators: get('/api/ajax/trail/getOperators', {
    summary: '操作日志中的操作人',
    needs: { anyOf: ['authority:trail'] },
    input: z.object({}),
    /** Names, those of accounts first; at most a thousand. */
    output: z.object({ list: z.array(z.string()) }),
  }),
  getTrailChain: get('/api/ajax/trail/getChain', {
    summary: '操作日志哈希链最新一段的校验结果',
    needs: { anyOf: ['authority:trail'] },
    input: z.object({}),
    output: z.object({
      /** Number of links in the chain. */
      linked: z.number().int(),
      /** Rows that are not linked yet; counted up to 10,000. */
      waiting: z.number().int(),
      /** Number of links, the newest ones, that were recomputed for this reply. */
      checked: z.number().int(),
      /** Time of the newest row that was verified; empty for an empty chain. */
      checkedUntil: z.string(),
      /** The first link that does not match its row or its predecessor; empty if all match. */
      broken: z.string(),
    }),
  }),
  trailExport: download('/api/export/trailExport', {
    summary: '导出操作日志',
    needs: { anyOf: ['authority:trail'], allOf: ['export'] },
    input: z.object(trailFilters),
  }),
} as const;
