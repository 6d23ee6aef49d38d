import { codeTable, type NameOf } from './code-table.ts';

/** Subject of a message to an operator. */
export const messageKind = codeTable({
  mention: [1, '提到我'],
  overdue: [2, '逾期'],
  returned: [3, '退回'],
  damaged: [4, '文件异常'],
  custody: [5, '存证告警'],
  reassigned: [6, '转派'],
  webhook: [7, '回调异常'],
  credential: [8, '资质到期'],
  security: [9, '账号安全'],
});
export type MessageKind = NameOf<typeof messageKind>;
