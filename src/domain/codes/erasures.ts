import { codeTable, type NameOf } from './code-table.ts';

/** How far a request to erase personal data is (decision 0064). */
export const erasureState = codeTable({
  requested: [1, '待批准'],
  refused: [2, '已驳回'],
  approved: [3, '删除中'],
  stopped: [4, '已中止'],
  erased: [5, '清除文件中'],
  done: [6, '已删除'],
});
export type ErasureState = NameOf<typeof erasureState>;

/** What stands where a name or another word was. */
export const erasedWord = '已删除';
