import { z } from 'zod';
import { limits } from '../../domain/codes/limits.ts';
import { download, get } from '../call.ts';
import { dayRange, keyword, limit, listOf, optional, page, text } from '../fields.ts';

const trailFilters = {
  /** A part of the operator's name, the action or the object; evidence by its whole number. */
  keyword,
  /** The whole name of whoever acted. */
  operator: optional(text(limits.keywordChars, '操作人无效')),
  /** The whole word of the action. */
  action: optional(text(limits.keywordChars, '操作无效')),
  datetime: dayRange,
};

const state = z.record(z.string(), z.unknown()).nullable();
const trailRow = z.object({
  id: z.string(),
  time: z.string(),
  /** Realname of an operator, name of a client, at the moment of the act. */
  operator: z.string(),
  /** The account, client or command behind the name. */
  operator_id: z.string(),
  operator_kind_name: z.string(),
  ip: z.string(),
  action: z.string(),
  /** `user/17` */
  object: z.string(),
  object_name: z.string(),
  before: state,
  after: state,
  /** The change in one line of words. */
  change: z.string(),
  /** Of the chain's link, 64 lower-case hex digits; empty until the row is linked, within a second. */
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
      /** Links in the chain. */
      linked: z.number().int(),
      /** Rows without a link yet; counted up to 10,000. */
      waiting: z.number().int(),
      /** Links that were derived anew just now, the newest ones. */
      checked: z.number().int(),
      /** Time of the newest row that was found right; empty for an empty chain. */
      checkedUntil: z.string(),
      /** The first link that does not fit its row or its predecessor; empty when all do. */
      broken: z.string(),
    }),
  }),
  trailExport: download('/api/export/trailExport', {
    summary: '导出操作日志',
    needs: { anyOf: ['authority:trail'], allOf: ['export'] },
    input: z.object(trailFilters),
  }),
} as const;
