import { useCallback, useEffect, useRef, useState } from 'react';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import { asBackgroundCall } from '../net/background-call.ts';
import { post } from '../net/call.ts';
import { isConflict } from '../net/verdict.ts';
import { leaseOf } from '../review/lease.ts';

/** The cases of a queue that an operator has claimed: the one shown, and the next one in reserve. */
interface ClaimState {
  /** Undefined until the server has answered; null if nothing waits for this operator. */
  readonly current: string | null | undefined;
  readonly upcoming: string | null | undefined;
  /** The error if neither could be fetched. */
  readonly error: Error | undefined;
  /** Why the operator no longer holds the shown case; empty while they do. */
  readonly lost: string;
}

export interface ClaimedCases extends ClaimState {
  /** Call after the case was decided; the reserved one is shown at once. */
  readonly decided: () => void;
  /** Releases the case and shows the reserved one; the released case returns at the end of the round. */
  readonly skip: () => void;
  /** Checks again whether something waits. */
  readonly checkAgain: () => void;
}

/** Claims cases of a queue, renews their leases, and releases the remaining ones at the end. */
export function useClaimedCases(kind: QueueKind): ClaimedCases {
  const [state, setState] = useState<ClaimState>(nothing);
  const leases = useRef(new Map<string, number>());
  const session = useRef(0);
  const isGone = useRef(false);

  const show = useCallback(
    async (choose: () => Promise<string | null>, own: number): Promise<void> => {
      const isOver = () => session.current !== own;
      try {
        const current = await choose();
        if (isOver()) return;
        setState({ ...nothing, current, upcoming: current === null ? null : undefined });
        if (current === null) return;
        const upcoming = await claimNext(kind, leases.current, isGone, current);
        if (!isOver()) setState((before) => ({ ...before, upcoming }));
      } catch (error) {
        if (!isOver() && error instanceof Error)
          setState((before) => (before.current ? { ...before, upcoming: null } : { ...nothing, error }));
      }
    },
    [kind],
  );
  const begin = useCallback(() => {
    const own = (session.current += 1);
    void show(() => claimNext(kind, leases.current, isGone), own);
  }, [kind, show]);

  useEffect(() => {
    const mine = leases.current;
    isGone.current = false;
    begin();
    return () => {
      isGone.current = true;
      session.current += 1;
      for (const id of mine.keys()) void release(kind, id);
      mine.clear();
    };
  }, [kind, begin]);
  useEffect(() => {
    const lose = (id: string, why: string) => {
      leases.current.delete(id);
      setState((before) =>
        before.current === id ? { ...before, lost: why } : before.upcoming === id ? { ...before, upcoming: null } : before,
      );
    };
    return startRenewing(kind, leases.current, lose);
  }, [kind]);

  /** The reserved case replaces the current one. Without a reserve, the longest waiting case is claimed. */
  const goOn = (before: Promise<unknown>) => {
    const { upcoming } = state;
    const own = (session.current += 1);
    if (typeof upcoming === 'string') setState({ ...nothing, current: upcoming });
    void before.then(() => show(async () => (typeof upcoming === 'string' ? upcoming : claimNext(kind, leases.current, isGone)), own));
  };
  return {
    ...state,
    decided: () => {
      leases.current.delete(state.current ?? '');
      goOn(Promise.resolve());
    },
    skip: () => {
      if (typeof state.current !== 'string' || typeof state.upcoming !== 'string') return;
      leases.current.delete(state.current);
      goOn(release(kind, state.current));
    },
    checkAgain: () => {
      const { current } = state;
      if (typeof current !== 'string') begin();
      else if (state.lost === '') void show(async () => current, (session.current += 1));
    },
  };
}

const nothing: ClaimState = { current: undefined, upcoming: undefined, error: undefined, lost: '' };

/**
 * Claims the next case. A case that arrives after the screen was left is released; one that arrives too late to be shown stays claimed, and
 * the server returns it next.
 */
async function claimNext(
  kind: QueueKind,
  leases: Map<string, number>,
  isGone: { readonly current: boolean },
  after?: string,
): Promise<string | null> {
  const taken = await post('/api/ajax/queue/take', { kind, ...(after === undefined ? {} : { after }) }, { quiet: true });
  if (!taken) return null;
  if (isGone.current) void release(kind, taken.id);
  else leases.set(taken.id, leaseOf(taken));
  return taken.id;
}

/** A lease that cannot be released expires. */
async function release(kind: QueueKind, id: string): Promise<void> {
  await post('/api/ajax/queue/release', { kind, id }, { quiet: true }).catch(() => undefined);
}

/** Renews each lease well before its end. Network errors are retried; only a refusal of the server ends a lease. */
function startRenewing(kind: QueueKind, leases: ReadonlyMap<string, number>, lose: (id: string, why: string) => void): () => void {
  const renewAll = () => {
    for (const id of leases.keys()) {
      post('/api/ajax/queue/hold', { kind, id }, { quiet: true }).catch((error: unknown) => isConflict(error) && lose(id, error.message));
    }
    timer = again();
  };
  const again = () => setTimeout(() => asBackgroundCall(renewAll), Math.min(longestMs, ...[...leases.values()].map((ms) => ms / 2)));
  let timer = again();
  return () => clearTimeout(timer);
}

const longestMs = 60_000;
