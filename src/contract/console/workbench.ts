import { z } from 'zod';
import { get } from '../call.ts';

const activity = z.object({
  name: z.string(),
  /** One number a day, in the order of `days`. */
  counts: z.array(z.number().int()),
});
const waiting = z.object({
  label: z.string(),
  count: z.number().int(),
  /** Since when the longest has waited; empty when nothing waits. */
  oldest_time: z.string(),
  /** Address of the queue in which it is decided. */
  url: z.string(),
});
const health = z.object({
  name: z.string(),
  /** done: well; work: under way; wait: to be looked after; failed: wrong; over: not in use. */
  tone: z.enum(['done', 'work', 'wait', 'failed', 'over']),
  text: z.string(),
});
export type HealthLine = z.output<typeof health>;

const ending = z.object({
  name: z.string(),
  tone: z.enum(['done', 'work', 'wait', 'failed', 'over']),
  /** When it ends; empty for what waits and has no end. */
  ends_time: z.string(),
  /** From when on it is renewed; empty where nothing does so by itself. */
  renew_time: z.string(),
  text: z.string(),
});
export type EndingLine = z.output<typeof ending>;

/** 工作台: what the operator who asks may know of the last 30 days, of what waits and of how the evidence is kept. */
export const workbenchCalls = {
  getWorkbench: get('/api/ajax/workbench/getSummary', {
    summary: '工作台',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({}),
    output: z.object({
      /** `yyyy-MM-dd`, the last one today. */
      days: z.array(z.string()),
      activities: z.array(activity),
      waiting: z.array(waiting),
      /** Empty for an operator who sees no evidence. */
      health: z.array(health),
    }),
  }),
  getCalendar: get('/api/ajax/workbench/getCalendar', {
    summary: '到期日历',
    needs: 'signedIn',
    input: z.object({}),
    /** What ends first comes first; empty for an operator who sees no evidence. */
    output: z.object({ endings: z.array(ending) }),
  }),
} as const;
