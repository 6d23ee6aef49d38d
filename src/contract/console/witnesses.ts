import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { get, post } from '../call.ts';
import { id, optional, text } from '../fields.ts';

const tone = z.enum(['done', 'work', 'wait', 'failed', 'over']);

const checkpoint = z.object({
  size: z.number().int(),
  /** When the log signed it. */
  time: z.string(),
});

const witness = z.object({
  name: z.string(),
  /** Its key as in the policy. */
  vkey: z.string(),
  algorithm: z.string(),
  url: z.string(),
  tone,
  state_name: z.string(),
  /** The largest checkpoint that it cosigned; null if none. */
  size: z.number().int().nullable(),
  /** When its last cosignature arrived; empty if none. */
  time: z.string(),
  /** Why its last response was no cosignature, as the server saw it; empty if it was one. */
  detail: z.string(),
  /** Since when it fails; empty while it cosigns. */
  failing_since: z.string(),
  conflicts: z.number().int(),
});
export type WitnessRow = z.output<typeof witness>;

const forkFields = {
  id: z.string(),
  witness: z.string(),
  url: z.string(),
  found_time: z.string(),
  kind_name: z.string(),
  /** The size that the witness was asked to cosign, and the largest that this office had signed. */
  asked_size: z.number().int(),
  newest_size: z.number().int(),
  /** The size that the witness claimed, unsigned; null if it gave none. */
  told_size: z.number().int().nullable(),
  /** The size that it proved with the log's own key; null if it proved nothing and was set aside. */
  shown_size: z.number().int().nullable(),
  /** Empty until an administrator has responded, and if no response is needed. */
  answered_time: z.string(),
  operator: z.string(),
  answer: z.string(),
  is_open: z.boolean(),
};
const conflict = z.object(forkFields);
export type ConflictRow = z.output<typeof conflict>;

const round = z.object({
  id: z.string(),
  time: z.string(),
  size: z.number().int(),
  answers: z.array(z.object({ witness: z.string(), tone, outcome_name: z.string(), detail: z.string() })),
});
export type RoundRow = z.output<typeof round>;

/** 见证: who cosigns the log's checkpoints, and forks (spec/court, 5). */
export const witnessCalls = {
  getWitnesses: get('/api/ajax/custody/getWitnesses', {
    summary: '见证：见证方的状态、策略和分叉',
    needs: { anyOf: ['custody:witness'] },
    isPolled: true,
    input: z.object({}),
    output: z.object({
      /** Whether witnesses are configured (WITNESSES). */
      configured: z.boolean(),
      /** How many of them the policy requires, as text. */
      demand: z.string(),
      /** The policy as `/log/policy` publishes it. */
      policy: z.string(),
      newest: checkpoint.nullable(),
      /** The newest checkpoint that meets the policy. */
      cosigned: checkpoint.nullable(),
      witnesses: z.array(witness),
      /** Newest first, at most fifty. */
      conflicts: z.array(conflict),
      /** Whether the operator may respond to a fork. */
      can_answer: z.boolean(),
    }),
  }),
  getWitnessRounds: get('/api/ajax/custody/getWitnessRounds', {
    summary: '见证的历次询问',
    needs: { anyOf: ['custody:witness'] },
    /** Rounds before the given one; the newest if none is given. */
    input: z.object({ before: optional(id) }),
    output: z.object({ rounds: z.array(round), has_more: z.boolean() }),
  }),
  getFork: get('/api/ajax/custody/getFork', {
    summary: '日志分叉的详情',
    needs: { anyOf: ['custody:witness'] },
    input: z.object({ id }),
    output: z.object({
      ...forkFields,
      shown_root: z.string(),
      shown_note: z.string(),
      /** Root of this log's tree at that size; empty if it has not reached it yet. */
      own_root: z.string(),
      /** Number of entries that are currently held back. */
      held: z.number().int(),
      can_answer: z.boolean(),
    }),
  }),
  answerFork: post('/api/ajax/custody/answerFork', {
    summary: '处理日志分叉：系统管理员说明情况后，恢复确认锚定',
    needs: { anyOf: ['custody:witness'] },
    message: '处理成功',
    input: z.object({ answer: text(limits.forkAnswerChars, '处理说明不能为空') }),
    output: z.null(),
  }),
} as const;
