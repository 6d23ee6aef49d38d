/** Kinds of work that wait for an operator's decision, in the menu's order. The kind is the last part of its screen's address. */
export const queueKinds = [
  'enterprise',
  'enterprise-repair',
  'individual',
  'individual-repair',
  'notarization',
  'invoice-first',
  'invoice-issue',
] as const;
export type QueueKind = (typeof queueKinds)[number];

export const queueLabels: Readonly<Record<QueueKind, string>> = {
  enterprise: '企业认证',
  'enterprise-repair': '企业补充',
  individual: '个人认证',
  'individual-repair': '个人补充',
  notarization: '出证',
  'invoice-first': '发票初审',
  'invoice-issue': '财务开票',
};

/** Address of a queue's screen. */
export function queuePath(kind: QueueKind): string {
  return `/queue/${kind}`;
}
