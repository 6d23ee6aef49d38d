import { useCallback, useEffect, useRef, useState } from 'react';
import type { QueueKind } from '../../domain/codes/queues.ts';
import { asBackgroundCall } from '../net/background-call.ts';
import { post } from '../net/call.ts';
import { isConflict } from '../net/verdict.ts';
import { leaseOf } from '../review/lease.ts';

/** What an operator has in hand of a queue: the case that is shown and, held ready, the one that follows. */
interface Held {
  /** Undefined until the server has answered; null when nothing waits for this operator. */
  readonly current: string | null | undefined;
  readonly upcoming: string | null | undefined;
  /** Why there is neither. */
  readonly error: Error | undefined;
  /** Why the case that is shown is no longer in this operator's hand; empty while it is. */
  readonly lost: string;
}

export interface Hand extends Held {
  /** The case was decided: the one held ready is shown at once. */
  readonly decided: () => void;
  /** Puts the case down and shows the one held ready; it comes back at the end of the round. */
  readonly skip: () => void;
  /** Looks again whether something else waits. */
  readonly look: () => void;
}

/** Takes cases of a queue in hand, renews their leases, and puts down what is left at the end. */
export function useHand(kind: QueueKind): Hand {
  const [held, setHeld] = useState<Held>(nothing);
  const leases = useRef(new Map<string, number>());
  const session = useRef(0);
  const isGone = useRef(false);

  const show = useCallback(
    async (choose: () => Promise<string | null>, own: number): Promise<void> => {
      const isOver = () => session.current !== own;
      try {
        const current = await choose();
        if (isOver()) return;
        setHeld({ ...nothing, current, upcoming: current === null ? null : undefined });
        if (current === null) return;
        const upcoming = await take(kind, leases.current, isGone, current);
        if (!isOver()) setHeld((before) => ({ ...before, upcoming }));
      } catch (error) {
        if (!isOver() && error instanceof Error)
          setHeld((before) => (before.current ? { ...before, upcoming: null } : { ...nothing, error }));
      }
    },
    [kind],
  );
  const begin = useCallback(() => {
    const own = (session.current += 1);
    void show(() => take(kind, leases.current, isGone), own);
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
      setHeld((before) =>
        before.current === id ? { ...before, lost: why } : before.upcoming === id ? { ...before, upcoming: null } : before,
      );
    };
    return startRenewing(kind, leases.current, lose);
  }, [kind]);

  /** What was held ready takes the place of the case; nothing ready looks for the longest waiting one anew. */
  const goOn = (before: Promise<unknown>) => {
    const { upcoming } = held;
    const own = (session.current += 1);
    if (typeof upcoming === 'string') setHeld({ ...nothing, current: upcoming });
    void before.then(() => show(async () => (typeof upcoming === 'string' ? upcoming : take(kind, leases.current, isGone)), own));
  };
  return {
    ...held,
    decided: () => {
      leases.current.delete(held.current ?? '');
      goOn(Promise.resolve());
    },
    skip: () => {
      if (typeof held.current !== 'string' || typeof held.upcoming !== 'string') return;
      leases.current.delete(held.current);
      goOn(release(kind, held.current));
    },
    look: () => {
      const { current } = held;
      if (typeof current !== 'string') begin();
      else if (held.lost === '') void show(async () => current, (session.current += 1));
    },
  };
}

const nothing: Held = { current: undefined, upcoming: undefined, error: undefined, lost: '' };

/**
 * Takes the next case in hand. What comes after the screen was left is put down again; what comes too late to be shown stays in hand, and
 * is the next that is asked for.
 */
async function take(
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

/** One that cannot be put down runs out by itself. */
async function release(kind: QueueKind, id: string): Promise<void> {
  await post('/api/ajax/queue/release', { kind, id }, { quiet: true }).catch(() => undefined);
}

/** Renews each lease well before its end. A broken line is tried again; only the server's no ends one. */
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
