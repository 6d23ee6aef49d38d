import { z } from 'zod';
import { get } from '../call.ts';
import { limit, listOf, page } from '../fields.ts';
import { object } from './panel-fields.ts';

const timelineRow = z.object({
  id: z.string(),
  time: z.string(),
  operator: z.string(),
  operator_kind_name: z.string(),
  action: z.string(),
  /** The change as text. */
  change: z.string(),
});
export type TimelineRow = z.output<typeof timelineRow>;

export const timelineCalls = {
  getTimeline: get('/api/ajax/timeline/getList', {
    summary: '时间线',
    needs: 'signedIn',
    input: z.object({ object, page, limit }),
    output: listOf(timelineRow),
  }),
  getRelated: get('/api/ajax/timeline/getRelated', {
    summary: '相关',
    needs: 'signedIn',
    input: z.object({ object }),
    /** Only what the asking operator may open. */
    output: z.object({ list: z.array(z.object({ object: z.string(), kind_name: z.string(), label: z.string(), url: z.string() })) }),
  }),
} as const;
