import { describe, expect, it } from 'vitest';
import { repairType, userStatus } from '../codes/users.ts';
import { afterReview, afterSubmission } from './user-review.ts';

const states = userStatus.names.flatMap((status) => repairType.names.map((repair) => ({ status, repair })));

describe('user review', () => {
  it('takes a submission unless one waits already', () => {
    for (const state of states) {
      const waits = state.status === 'pending' || state.repair === 'pending';
      expect(afterSubmission(state) === null).toBe(waits);
    }
    expect(afterSubmission({ status: 'rejected', repair: 'none' })).toEqual({ kind: 'first', next: { status: 'pending', repair: 'none' } });
    expect(afterSubmission({ status: 'approved', repair: 'rejected' })).toEqual({
      kind: 'repair',
      next: { status: 'approved', repair: 'pending' },
    });
  });

  it('decides what is pending and nothing else', () => {
    for (const state of states) {
      expect(afterReview(state, 'first', 'approve') !== null).toBe(state.status === 'pending');
      expect(afterReview(state, 'repair', 'approve') !== null).toBe(state.status === 'approved' && state.repair === 'pending');
    }
  });

  it('keeps an approved user approved when a supplementary submission is refused', () => {
    expect(afterReview({ status: 'approved', repair: 'pending' }, 'repair', 'reject')).toEqual({ status: 'approved', repair: 'rejected' });
  });
});
