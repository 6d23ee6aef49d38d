import { codeTable, type NameOf } from './code-table.ts';

/** Result of sending a checkpoint to a witness (spec/court, 5). */
export const witnessOutcome = codeTable({
  cosigned: [1, '已共同签名'],
  later: [2, '已见更新的检查点'],
  silent: [3, '无应答'],
  refused: [4, '未签名'],
  aside: [5, '已搁置'],
  forked: [6, '日志分叉'],
});
export type WitnessOutcome = NameOf<typeof witnessOutcome>;

/** How a witness contradicts the log: it refuses a correct proof, or has seen a larger tree than this office signed. */
export const conflictKinds = ['inconsistent', 'ahead'] as const;
export type ConflictKind = (typeof conflictKinds)[number];
