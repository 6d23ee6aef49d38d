import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { get, post } from '../call.ts';
import { id, limit, listOf, optional, page, text } from '../fields.ts';
import { ids, object } from './panel-fields.ts';

const colleague = z.object({ id: z.string(), name: z.string() });

const noteRow = z.object({
  id: z.string(),
  author: z.string(),
  add_time: z.string(),
  /** Plain text; empty once it is withdrawn. */
  content: z.string(),
  /** Colleagues that it mentions. */
  mentions: z.array(colleague),
  /** 1 if the asking operator may withdraw it. */
  can_withdraw: z.number(),
  /** Both empty while it is not withdrawn. */
  withdrawn_by: z.string(),
  withdrawn_time: z.string(),
});
export type NoteRow = z.output<typeof noteRow>;

export const noteCalls = {
  getNotes: get('/api/ajax/note/getList', {
    summary: '备注',
    needs: 'signedIn',
    input: z.object({ object, page, limit }),
    output: listOf(noteRow),
  }),
  saveNote: post('/api/ajax/note/save', {
    summary: '添加备注',
    needs: 'signedIn',
    message: '添加成功',
    input: z.object({
      object,
      content: text(limits.noteChars, '请填写备注'),
      /** Ids of the accounts that it mentions. */
      mentions: optional(ids(limits.noteMentions, `最多提及${limits.noteMentions}人`)),
    }),
    output: z.object({ id: z.string() }),
  }),
  withdrawNote: post('/api/ajax/note/withdraw', {
    summary: '撤回备注',
    needs: 'signedIn',
    message: '操作成功',
    input: z.object({ id }),
    output: z.null(),
  }),
  getColleagues: get('/api/ajax/note/getColleagues', {
    summary: '可提及的同事',
    needs: 'signedIn',
    input: z.object({ object }),
    output: z.object({
      list: z.array(colleague.extend({ position: z.string() })),
      /** Names of the colleagues who may not open the object. */
      barred: z.array(z.string()),
    }),
  }),
} as const;
