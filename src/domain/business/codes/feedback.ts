import { codeTable, type NameOf } from './code-table.ts';

/** Subject of a user's feedback. */
export const feedbackType = codeTable({
  software: [1, '软件使用'],
  verification: [2, '实名认证'],
  custody: [3, '上链保全'],
});
export type FeedbackType = NameOf<typeof feedbackType>;
