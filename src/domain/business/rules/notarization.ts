import type { NameOf } from '../codes/code-table.ts';
import type { notarialStatus, progress } from '../codes/notarizations.ts';
import { payStatus, type PayStatus } from '../codes/orders.ts';

/** State of an application for notarization. */
export type NotarizationStatus = 'pending' | 'passed' | 'failed' | 'withdrawn';
/** Acts on an application: an operator passes or fails it, the applicant withdraws it. */
export type NotarizationAct = 'pass' | 'fail' | 'withdraw';

/** The transitions of each act. There are no others: every decided state is final. */
const transitions: Record<NotarizationAct, Partial<Record<NotarizationStatus, NotarizationStatus>>> = {
  pass: { pending: 'passed' },
  fail: { pending: 'failed' },
  withdraw: { pending: 'withdrawn' },
};

/** The state after an act, or why the act is impossible. Only a paid application can be reviewed. */
export function afterAct(
  { status, payStatus }: { readonly status: NotarizationStatus; readonly payStatus: PayStatus },
  act: NotarizationAct,
): { readonly next: NotarizationStatus } | { readonly fault: 'unpaid' | 'withdrawn' | 'decided' } {
  const next = transitions[act][status];
  if (next === undefined) return { fault: status === 'withdrawn' ? 'withdrawn' : 'decided' };
  return act !== 'withdraw' && payStatus !== 'paid' ? { fault: 'unpaid' } : { next };
}

/** The state that operators see: a withdrawn application counts as refused (spec/wire, 6, *Withdrawn application*). */
export const shownStatus: Record<NotarizationStatus, NameOf<typeof notarialStatus>> = {
  pending: 'waiting',
  passed: 'passed',
  failed: 'refused',
  withdrawn: 'refused',
};

/** The state that the applicant sees (spec/wire, 4): derived, never stored. */
export const progressOf: Record<NotarizationStatus, NameOf<typeof progress>> = {
  pending: 'underway',
  passed: 'succeeded',
  withdrawn: 'ended',
  failed: 'failed',
};

/** What operators read of the payment for an application: nobody awaits one for what was withdrawn before. */
export function paymentWord(paid: PayStatus, status: NotarizationStatus): string {
  return status === 'withdrawn' && (paid === 'unpaid' || paid === 'failed') ? '已撤回' : payStatus.label(paid);
}

/** State of an application's notarial document. */
export type DocumentState = 'none' | 'making' | 'issued';

/** Whether a review's remark says something: at least two letters, in any script, beside digits, marks and blanks. */
export function saysSomething(remark: string): boolean {
  return (remark.match(/(?!\p{Default_Ignorable_Code_Point})\p{L}/gu)?.length ?? 0) >= 2;
}
export const remarkTooPoor = '审核备注至少两个字，不能只有数字或符号';
