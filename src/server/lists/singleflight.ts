import { readingCall } from '../db/replica/call-reads.ts';

/**
 * Equal reads at the same time: a few run, those that come meanwhile share the next. An answer always comes from a read that began
 * after the call, so that everybody sees what he has just written; nothing is remembered once it is answered. More than one at once,
 * for on a busy machine a single chain of round trips waits for its turn at every step.
 */
export class Singleflight {
  readonly #atOnce: number;
  readonly #reads = new Map<string, Reads>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** `what` names what is read, and so the type of the answer too. The answer is shared: nobody may change it. */
  read<Answer>(what: string, read: () => Promise<Answer>): Promise<Answer> {
    // Who has written something shares with nobody who may be shown less.
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
      return await read();
    } finally {
      reads.running -= 1;
      const { next } = reads;
      // From here on it is not to be joined: it begins.
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
