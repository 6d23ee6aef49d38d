import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { draftSubjectForm, isSecretField } from '../../domain/business/rules/draft-subject.ts';
import { get, post } from '../call.ts';
import { id } from '../fields.ts';

const subject = z.string('草稿对象无效').max(limits.draftSubjectChars, '草稿对象无效').regex(draftSubjectForm, '草稿对象无效');

/** Form fields by name. */
const draftFields = z.record(z.string().min(1).max(60), z.union([z.string(), z.boolean(), z.array(z.string().max(60))]));
export type DraftFields = z.output<typeof draftFields>;

const content = z
  .string('草稿内容无效')
  .max(limits.draftChars, '草稿内容过长')
  .superRefine((text, context) => {
    const fields = fieldsIn(text);
    if (!fields) context.addIssue({ code: 'custom', message: '草稿内容无效' });
    else if (Object.keys(fields).some(isSecretField)) context.addIssue({ code: 'custom', message: '草稿不得含有密码等保密内容' });
  });

/** Parses a draft's text; undefined if it is not a valid draft. */
export function fieldsIn(text: string): DraftFields | undefined {
  try {
    return draftFields.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What the operator typed but has not sent. Operators see only their own drafts. */
export const draftCalls = {
  findDraft: get('/api/ajax/draft/find', {
    summary: '查找本人的草稿',
    needs: 'signedIn',
    input: z.object({ subject }),
    /** All empty if there is none. */
    output: z.object({ id: z.string(), content: z.string(), saved_time: z.string() }),
  }),
  saveDraft: post('/api/ajax/draft/save', {
    summary: '保存本人的草稿',
    needs: 'signedIn',
    input: z.object({ subject, content }),
    output: z.object({ id: z.string(), saved_time: z.string() }),
  }),
  deleteDraft: post('/api/ajax/draft/delete', {
    summary: '删除本人的草稿',
    needs: 'signedIn',
    input: z.object({ id }),
    output: z.null(),
  }),
} as const;
