import { codeTable, type NameOf } from './code-table.ts';

/** State of a notarization application as operators see it. A withdrawn application counts as refused. */
export const notarialStatus = codeTable({
  waiting: [1, '待审核'],
  passed: [2, '已通过'],
  refused: [3, '未通过（已退款）'],
});
export type NotarialStatus = NameOf<typeof notarialStatus>;

/** The same state as the applicant sees it (spec/console, 4.5, the second reading). */
export const progress = codeTable({
  underway: [1, '进行中'],
  succeeded: [2, '成功'],
  ended: [3, '终止'],
  failed: [4, '失败'],
});

/** How the notarial document reaches the applicant. */
export const sendType = codeTable({
  pickup: [1, '自取'],
  mail: [2, '邮寄'],
});
export type SendType = NameOf<typeof sendType>;

/** State of a piece of evidence of an application: of the worst of its files. The first three have the codes of `fileStatus`. */
export const pieceState = codeTable({
  missing: [0, '缺失'],
  whole: [1, '完好'],
  uploading: [2, '上传中'],
  damaged: [3, '损坏'],
  unread: [4, '无法读取'],
  checking: [5, '核对中'],
});
export type PieceState = NameOf<typeof pieceState>;
