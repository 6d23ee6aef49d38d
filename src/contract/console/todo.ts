import { z } from 'zod';
import { get } from '../call.ts';

/** Numbers beside the menu entries of the asking operator. */
export const todoCalls = {
  getTodoCounts: get('/api/ajax/todo/getCounts', {
    summary: '待办数量',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          /** Id of the menu page. */
          id: z.string(),
          count: z.number().int(),
          /** Parts of the count. */
          items: z.array(z.object({ label: z.string(), count: z.number().int(), /** Address of the queue. */ url: z.string() })),
        }),
      ),
    }),
  }),
} as const;
