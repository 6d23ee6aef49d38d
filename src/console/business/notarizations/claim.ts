import { useEffect, useState } from 'react';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { post } from '../../kit/net/call.ts';
import { TransportError } from '../../kit/net/request.ts';
import { errorToShow, isConflict } from '../../kit/net/verdict.ts';
import { leaseOf } from '../../kit/review/lease.ts';

interface HeldClaim {
  /** Whether this operator holds the claim on the application; undefined until the server has answered. */
  readonly isMine: boolean | undefined;
  /** Why they do not hold it. */
  readonly refusal: string;
  /** Tries to claim it again; this time the server's message is shown. */
  readonly retry: () => void;
}

/**
 * Claims an application while `isWanted`, renews the claim before it expires, and releases it at the end.
 * @param lost called if somebody else holds it or nothing is left to review: the shown state is outdated.
 */
export function useClaim(orderId: string, isWanted: boolean, lost: () => void): HeldClaim {
  const [state, setState] = useState<{ isMine: boolean | undefined; refusal: string }>(unknown);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let isHeld = false;
    let leaseMs: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = async (): Promise<void> => {
      try {
        const claim = await post('/api/ajax/data/claim', { orderId }, { quiet: attempt === 0 });
        isHeld = true;
        if (isOver) return;
        setState({ isMine: true, refusal: '' });
        leaseMs ??= leaseOf(claim); // from the first answer: a renewed claim keeps its start time
        timer = setTimeout(renew, Math.min(leaseMs / 2, longestMs));
      } catch (error) {
        if (!(error instanceof TransportError)) isHeld = false;
        if (isOver || !(error instanceof Error)) return;
        if (error instanceof TransportError) timer = setTimeout(renew, brokenLineMs);
        setState((before) =>
          error instanceof TransportError && before.isMine ? before : { isMine: false, refusal: errorToShow(error)?.message ?? '' },
        );
        if (isConflict(error)) asBackgroundCall(lost);
      }
    };
    // A background call: renewing does not need the operator to be present.
    const renew = () => (taken = asBackgroundCall(take));
    let taken = take();
    return () => {
      isOver = true;
      clearTimeout(timer);
      // Waits for the pending call, so that the release cannot overtake the claim.
      void taken.then(() => (isHeld ? release(orderId) : undefined));
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `lost` is new on each render, which must not claim again
  }, [orderId, isWanted, attempt]);
  return {
    ...state,
    retry: () => setAttempt(attempt + 1),
  };
}

const unknown = { isMine: undefined, refusal: '' };
const brokenLineMs = 10_000;
const longestMs = 60_000;

/** Releases the claim. A claim that was lost meanwhile does not matter here, and one that cannot be released expires. */
async function release(orderId: string): Promise<void> {
  await post('/api/ajax/data/release', { orderId }, { quiet: true }).catch(() => undefined);
}
