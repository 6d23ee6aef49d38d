import { codeTable, type NameOf } from './code-table.ts';

/** What a user's feedback is about. */
export const feedbackType = codeTable({
  software: [1, '软件使用'],
  verification: [2, '实名认证'],
  custody: [3, '上链保全'],
});
export type FeedbackType = NameOf<typeof feedbackType>;
