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
  object_name: z.string(),
  before: state,
  after: state,
  /** The change as one line of text. */
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
