import type { RepairType, ReviewChoice, UserStatus } from '../codes/users.ts';

/** Real-name state of a user: the status, and the supplementary review of an approved user. */
export interface ReviewState {
  readonly status: UserStatus;
  readonly repair: RepairType;
}

/** The result of submitting identity data; null if a submission already waits for review. */
export function afterSubmission(state: ReviewState): { kind: 'first' | 'repair'; next: ReviewState } | null {
  if (state.status === 'pending' || state.repair === 'pending') return null;
  if (state.status === 'approved') return { kind: 'repair', next: { status: 'approved', repair: 'pending' } };
  return { kind: 'first', next: { status: 'pending', repair: 'none' } };
}

/** The result of an operator's decision; null if there is nothing of this kind to decide. */
export function afterReview(state: ReviewState, kind: 'first' | 'repair', choice: ReviewChoice): ReviewState | null {
  const outcome = choice === 'approve' ? 'approved' : 'rejected';
  if (kind === 'first') return state.status === 'pending' ? { status: outcome, repair: 'none' } : null;
  // A refused supplementary submission leaves the verified data unchanged.
  return state.status === 'approved' && state.repair === 'pending' ? { status: 'approved', repair: outcome } : null;
}
