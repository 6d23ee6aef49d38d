import { z } from 'zod';
import { get } from '../call.ts';
import { id, limit, listOf, optional, page } from '../fields.ts';
import { object } from './panel-fields.ts';

const fileHistoryRow = z.object({
  id: z.string(),
  time: z.string(),
  /** Empty if someone opened a share address. */
  operator: z.string(),
  /** One of 原件, 证据包, 证书, 公证书, 分享地址. */
  what: z.string(),
  is_batch: z.number(),
  /** IP address of someone who opened a share address; empty for operators. */
  ip: z.string(),
  /** Empty if the asking operator may not open it. */
  object: z.string(),
  label: z.string(),
  url: z.string(),
});
export type FileHistoryRow = z.output<typeof fileHistoryRow>;

export const fileHistoryCalls = {
  getFileHistory: get('/api/ajax/fileHistory/getList', {
    summary: '文件去向',
    needs: 'signedIn',
    /** By object, if the operator may open it; or by account, for readers of the trail. */
    input: z
      .object({ object: optional(object), operator: optional(id), page, limit })
      .refine((given) => (given.object === undefined) !== (given.operator === undefined), '请指定对象或操作员'),
    output: listOf(fileHistoryRow),
  }),
} as const;
