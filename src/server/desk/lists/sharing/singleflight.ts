import { readingCall } from '../../../platform/db/replica/call-reads.ts';
import { evenIfCallerLeaves } from '../../../platform/runtime/asker.ts';

/**
 * Merges equal concurrent reads: a few run, and calls that arrive meanwhile share the next one. An answer always comes from a read that
 * began after the call, so that callers see their own writes; nothing is cached afterwards. Several may run at once, because on a busy
 * machine a single chain of round trips is delayed at every step.
 */
export class Singleflight {
  readonly #atOnce: number;
  readonly #reads = new Map<string, Reads>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** `what` identifies the read, and thus the type of its answer. The answer is shared and must not be modified. */
  read<Answer>(what: string, read: () => Promise<Answer>): Promise<Answer> {
    // Callers share only with those of the same replica position, so that none misses their own writes.
    const key = `${what} ${readingCall()?.written ?? ''} ${readingCall() === undefined}`;
    const reads = this.#reads.get(key) ?? { running: 0 };
    this.#reads.set(key, reads);
    if (reads.running < this.#atOnce) return this.#run(key, reads, read);
    reads.next ??= later(() => this.#run(key, reads, read));
    return reads.next.answer as Promise<Answer>;
  }

  async #run<Answer>(key: string, reads: Reads, read: () => Promise<Answer>): Promise<Answer> {
    reads.running += 1;
    try {
      return await evenIfCallerLeaves(read);
    } finally {
      reads.running -= 1;
      const { next } = reads;
      // It starts now, so no later call may join it.
      reads.next = undefined;
      if (next) next.begin();
      else if (reads.running === 0) this.#reads.delete(key);
    }
  }
}

interface Reads {
  running: number;
  next?: Later | undefined;
}

interface Later {
  readonly begin: () => void;
  readonly answer: Promise<unknown>;
}

function later(work: () => Promise<unknown>): Later {
  const turn: { begin?: () => void } = {};
  const answer = new Promise<void>((resolve) => {
    turn.begin = resolve;
  }).then(work);
  return { begin: () => turn.begin?.(), answer };
}
