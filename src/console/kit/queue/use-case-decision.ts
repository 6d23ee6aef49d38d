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
  const [refusal, setRefusal] = useState('');
  const { clear, guarded, ...kept } = useReviewDraft(subject, pending, more);
  return {
    ...kept,
    pending,
    /** Changes whenever sending the decision failed. */
    failedAttempts,
    cancelQuestion: () => setFailedAttempts((before) => before + 1),
    /** Why the case could not be decided any more, in the server's words; empty otherwise. */
    refusal,
    goOn: refusal !== '' || lost !== '' ? decided : skip && (() => guarded(skip)),
    async send(sending: () => Promise<Outcome>): Promise<Outcome> {
      setPending(true);
      const outcome = await sending();
      setPending(false);
      if (outcome !== 'done') setFailedAttempts((before) => before + 1);
      if (outcome !== 'failed') clear();
      if (outcome === 'done') decided();
      if (typeof outcome === 'object') setRefusal(outcome.lost);
      return outcome;
    },
  };
}
