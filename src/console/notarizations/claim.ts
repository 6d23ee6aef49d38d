import { useEffect, useState } from 'react';
import { asBackgroundCall } from '../net/background-call.ts';
import { post } from '../net/call.ts';
import { TransportError } from '../net/request.ts';
import { errorToShow, isConflict } from '../net/verdict.ts';
import { leaseOf } from '../review/lease.ts';

interface HeldClaim {
  /** Whether this operator has the application in hand; undefined until the server has said so. */
  readonly isMine: boolean | undefined;
  /** Why he has not. */
  readonly refusal: string;
  /** Asks for it once more; this time the answer is told. */
  readonly retry: () => void;
}

/**
 * Takes an application in hand while `isWanted`, renews that before it runs out, and puts it down at the end.
 * @param lost called when somebody else has it, or there is nothing left to review: what is shown is old.
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
        leaseMs ??= leaseOf(claim); // of the first one: what is renewed keeps its beginning
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
    // Nobody need be at the desk for it.
    const renew = () => (taken = asBackgroundCall(take));
    let taken = take();
    return () => {
      isOver = true;
      clearTimeout(timer);
      // After what is still on its way: putting it down must not overtake taking it.
      void taken.then(() => (isHeld ? release(orderId) : undefined));
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `lost` is another one at each rendering; a claim is not taken again for that
  }, [orderId, isWanted, attempt]);
  return {
    ...state,
    retry: () => setAttempt(attempt + 1),
  };
}

const unknown = { isMine: undefined, refusal: '' };
const brokenLineMs = 10_000;
const longestMs = 60_000;

/** Puts it down; one that was lost meanwhile is nobody's concern here, and one that cannot be put down runs out by itself. */
async function release(orderId: string): Promise<void> {
  await post('/api/ajax/data/release', { orderId }, { quiet: true }).catch(() => undefined);
}
