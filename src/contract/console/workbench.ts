import { z } from 'zod';
import { get } from '../call.ts';

const activity = z.object({
  name: z.string(),
  /** One number per day, in the order of `days`. */
  counts: z.array(z.number().int()),
});
const waiting = z.object({
  label: z.string(),
  count: z.number().int(),
  /** Since when the oldest case has been waiting; empty if nothing waits, or if the cases only announce themselves. */
  oldest_time: z.string(),
  /** Address of the queue. */
  url: z.string(),
});
const health = z.object({
  name: z.string(),
  /** done: healthy; work: in progress; wait: needs attention; failed: faulty; over: not in use. */
  tone: z.enum(['done', 'work', 'wait', 'failed', 'over']),
  text: z.string(),
});
export type HealthLine = z.output<typeof health>;

const ending = z.object({
  name: z.string(),
  tone: z.enum(['done', 'work', 'wait', 'failed', 'over']),
  /** When it ends; empty for something that waits and has no end. */
  ends_time: z.string(),
  /** When it will be renewed; empty if it is not renewed automatically. */
  renew_time: z.string(),
  text: z.string(),
});
export type EndingLine = z.output<typeof ending>;

/** 工作台: what the asking operator may know about the last 30 days, waiting work and the state of custody. */
export const workbenchCalls = {
  getWorkbench: get('/api/ajax/workbench/getSummary', {
    summary: '工作台',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({}),
    output: z.object({
      /** `yyyy-MM-dd`; the last one is today. */
      days: z.array(z.string()),
      activities: z.array(activity),
      waiting: z.array(waiting),
      /** Empty for an operator who may not see evidence. */
      health: z.array(health),
    }),
  }),
  getCalendar: get('/api/ajax/workbench/getCalendar', {
    summary: '到期日历',
    needs: 'signedIn',
    input: z.object({}),
    /** Earliest end first; empty for an operator who may not see evidence. */
    output: z.object({ endings: z.array(ending) }),
  }),
} as const;
