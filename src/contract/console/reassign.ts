import { z } from 'zod';
import { get, post } from '../call.ts';
import { id } from '../fields.ts';
import { manyIds, rowResults, shownBefore } from './row-result.ts';

const needs = { anyOf: ['notarization:list'], allOf: ['authority:role:edit'] } as const;

/** Assigns another acceptor to one or many applications (desk, Marking many). */
export const reassignCalls = {
  acceptorList: get('/api/ajax/data/acceptorList', {
    summary: '可受理出证申请的账号',
    needs,
    input: z.object({}),
    /** Enabled accounts that accept applications, the least busy first. */
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Number of applications that wait for this account. */
          open: z.number(),
        }),
      ),
    }),
  }),
  reassign: post('/api/ajax/data/reassign', {
    summary: '转派出证申请的受理人：逐件处理，一件被拒绝不影响其他',
    needs,
    input: z
      .object({
        orderIds: manyIds,
        /** The account that receives them. */
        acceptor: z.string('请选择受理人').pipe(id),
        /** Ids of the acceptors when the applications were marked; `0` for none. */
        was: shownBefore,
      })
      .refine(({ orderIds, was }) => was === undefined || was.length === orderIds.length, {
        message: '原受理人的数量与申请不符',
        path: ['was'],
      }),
    output: rowResults,
  }),
} as const;
