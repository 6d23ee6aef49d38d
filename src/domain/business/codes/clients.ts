import { codeTable, type NameOf } from './code-table.ts';

/** Kind of a client of the open API. */
export const clientKind = codeTable({
  platform: [1, '平台'],
  enterprise: [2, '企业'],
});
export type ClientKind = NameOf<typeof clientKind>;

/** Whether a client may call. */
export const clientStatus = codeTable({
  enabled: [1, '启用'],
  disabled: [2, '停用'],
});
export type ClientStatus = NameOf<typeof clientStatus>;

/** How a call of the open API ended. */
export const callOutcome = codeTable({
  done: [1, '成功'],
  refused: [2, '拒绝'],
  failed: [3, '故障'],
});
export type CallOutcome = NameOf<typeof callOutcome>;
