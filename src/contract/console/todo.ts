import { z } from 'zod';
import { get } from '../call.ts';

/** What waits for the asking operator, beside the entries of their menu. */
export const todoCalls = {
  getTodoCounts: get('/api/ajax/todo/getCounts', {
    summary: '待办数量',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          /** Id of the menu's page. */
          id: z.string(),
          count: z.number().int(),
          /** What the count is made of. */
          items: z.array(z.object({ label: z.string(), count: z.number().int(), /** Of the queue of what is counted. */ url: z.string() })),
        }),
      ),
    }),
  }),
} as const;
