import { codeTable, type NameOf } from './code-table.ts';

/** State of a request to erase personal data (decision 0064). */
export const erasureState = codeTable({
  requested: [1, '待批准'],
  refused: [2, '已驳回'],
  approved: [3, '删除中'],
  stopped: [4, '已中止'],
  erased: [5, '清除文件中'],
  done: [6, '已删除'],
});
export type ErasureState = NameOf<typeof erasureState>;

/** Replaces an erased name or other text. */
export const erasedWord = '已删除';
