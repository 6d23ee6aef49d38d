import { z } from 'zod';
import { get } from '../call.ts';
import { optional } from '../fields.ts';
import { object } from './panel-fields.ts';

export const presenceCalls = {
  /** For windows whose proxy blocks the event stream. */
  getPresence: get('/api/ajax/presence/getList', {
    summary: '谁在看',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({
      object,
      /** From the last reply; without it, the window registers anew. */ view: optional(z.uuid('在场状态无效')),
    }),
    output: z.object({ view: z.string(), list: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
} as const;
