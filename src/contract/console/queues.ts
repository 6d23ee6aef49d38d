import { z } from 'zod';
import { queueAccess } from '../../domain/business/access/queue-access.ts';
import { queueKinds } from '../../domain/business/codes/queues.ts';
import { get, post } from '../call.ts';
import { id, optional } from '../fields.ts';

const kind = z.enum(queueKinds, '待办类型无效');

/** Permissions to decide. The queue also checks that the caller may open the list. */
const needs = {
  anyOf: ['user:review', 'notarization:review', 'finance:invoice:first', 'finance:invoice:issue'],
  byInput: (input: { kind: z.output<typeof kind> }) => queueAccess[input.kind].act,
} as const;

const lease = { since: z.string(), until: z.string() };

/** Work queues: waiting cases of one kind, oldest first, each leased to one operator at a time. */
export const queueCalls = {
  getQueue: get('/api/ajax/queue/getStanding', {
    summary: '一类待办的现状：总数、位置、正由他人处理的',
    needs,
    isPolled: true,
    input: z.object({ kind, id: optional(id) }),
    output: z.object({
      /** All waiting cases except those that others have leased. */
      count: z.number().int(),
      /** Position of the requested case, from 1; 0 if it is not waiting or none was requested. */
      position: z.number().int(),
      /** Cases that others have leased, longest first, at most 100. */
      others: z.array(z.object({ id: z.string(), title: z.string(), operator: z.string(), since: z.string() })),
    }),
  }),
  takeCase: post('/api/ajax/queue/take', {
    summary: '取下一件待办：等候最久者在先，至末位后从头开始；到期前他人不能处理',
    needs,
    input: z.object({
      kind,
      /** Requests the case after this one; without it, the case that has waited longest. */
      after: optional(id),
    }),
    /** Null if nothing else is waiting, or if others have leased all of it. */
    output: z.object({ id: z.string(), ...lease }).nullable(),
  }),
  holdCase: post('/api/ajax/queue/hold', {
    summary: '延长一件待办的处理时限，或接手一件',
    needs,
    isPolled: true,
    input: z.object({ kind, id }),
    output: z.object(lease),
  }),
  releaseCase: post('/api/ajax/queue/release', {
    summary: '放下一件待办',
    needs,
    input: z.object({ kind, id }),
    output: z.null(),
  }),
  /** Only for role 1. */
  revokeCase: post('/api/ajax/queue/revoke', {
    summary: '释放他人正在处理的一件待办，仅系统管理员',
    needs,
    message: '释放成功',
    input: z.object({ kind, id }),
    output: z.null(),
  }),
} as const;
