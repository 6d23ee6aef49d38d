import { useState } from 'react';
import type { Outcome } from '../review/review-outcome.ts';
import { useReviewDraft } from '../review/review-draft.tsx';
import type { CaseDecisionProps } from './queue-screen.tsx';

/**
 * State of a case's decision: its draft, its sending and result, and the way to the next case.
 * @param subject what is reviewed, such as `application/42`; undefined until it has loaded.
 * @param more further fields of the decision.
 */
export function useCaseDecision(
  subject: string | undefined,
  { lost, decided, skip }: Omit<CaseDecisionProps<unknown>, 'detail'>,
  more?: Parameters<typeof useReviewDraft>[2],
) {
  const [pending, setPending] = useState(false);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [isLost, setLost] = useState(false);
  const { clear, guarded, ...kept } = useReviewDraft(subject, pending, more);
  return {
    ...kept,
    pending,
    /** Changes whenever sending the decision failed. */
    failedAttempts,
    cancelQuestion: () => setFailedAttempts((before) => before + 1),
    /** Whether somebody else decided the case first. */
    isLost,
    goOn: isLost || lost !== '' ? decided : skip && (() => guarded(skip)),
    async send(sending: () => Promise<Outcome>): Promise<Outcome> {
      setPending(true);
      const outcome = await sending();
      setPending(false);
      if (outcome !== 'done') setFailedAttempts((before) => before + 1);
      if (outcome !== 'failed') clear();
      if (outcome === 'done') decided();
      if (outcome === 'lost') setLost(true);
      return outcome;
    },
  };
}
