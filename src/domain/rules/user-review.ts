import type { RepairType, ReviewChoice, UserStatus } from '../codes/users.ts';

/** Real-name state of a user: the status, and the supplementary review of an approved user. */
export interface ReviewState {
  readonly status: UserStatus;
  readonly repair: RepairType;
}

/** What a submission of identity data leads to, or null when one waits for review already. */
export function afterSubmission(state: ReviewState): { kind: 'first' | 'repair'; next: ReviewState } | null {
  if (state.status === 'pending' || state.repair === 'pending') return null;
  if (state.status === 'approved') return { kind: 'repair', next: { status: 'approved', repair: 'pending' } };
  return { kind: 'first', next: { status: 'pending', repair: 'none' } };
}

/** What an operator's decision leads to, or null when there is nothing of that kind to decide. */
export function afterReview(state: ReviewState, kind: 'first' | 'repair', choice: ReviewChoice): ReviewState | null {
  const outcome = choice === 'approve' ? 'approved' : 'rejected';
  if (kind === 'first') return state.status === 'pending' ? { status: outcome, repair: 'none' } : null;
  // A refused supplementary submission leaves the verified data as they were.
  return state.status === 'approved' && state.repair === 'pending' ? { status: 'approved', repair: outcome } : null;
}
