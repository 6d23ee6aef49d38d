import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { get, post } from '../call.ts';
import { limit, listOf, optional, page } from '../fields.ts';
import { ids } from './panel-fields.ts';

const messageRow = z.object({
  id: z.string(),
  kind: z.number(),
  kind_name: z.string(),
  /** Composed only of what the reader may open now. */
  text: z.string(),
  /** Page of the console; empty if there is none that the reader may open. */
  url: z.string(),
  time: z.string(),
  is_read: z.number(),
});
export type MessageRow = z.output<typeof messageRow>;

export const messageCalls = {
  getMessages: get('/api/ajax/message/getList', {
    summary: '消息',
    needs: 'signedIn',
    input: z.object({ unread: optional(z.enum(['0', '1'], '未读条件无效')), page, limit }),
    output: listOf(messageRow).extend({ unread: z.number().int() }),
  }),
  getMessageCount: get('/api/ajax/message/getCount', {
    summary: '未读消息数',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({}),
    output: z.object({ /** Capped at a thousand. */ unread: z.number().int() }),
  }),
  readMessages: post('/api/ajax/message/read', {
    summary: '标为已读',
    needs: 'signedIn',
    input: z.object({ /** All messages if omitted. */ ids: optional(ids(limits.pageSizeMax, '一次最多100条')) }),
    output: z.object({ unread: z.number().int() }),
  }),
} as const;
