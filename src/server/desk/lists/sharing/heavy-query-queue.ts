import { refuse } from '../../../platform/http/refusal.ts';
import { CallerLeft, inQueue } from '../../../platform/runtime/asker.ts';

/**
 * Runs costly reads a few at a time, so that they do not starve other calls. Operators take turns: one whose read has just run comes after
 * the others who wait. Each has at most one waiting read; a newer one cancels it. Equal waiting reads are merged.
 */
export class HeavyQueryQueue {
  readonly #max: number;
  readonly #patienceMs: number;
  readonly #queue: QueuedRead[] = [];
  #running = 0;
  #lastServed: string | undefined;

  /** @param max reads at the same time. @param patienceMs how long a read may wait for its turn. */
  constructor(max: number, patienceMs = 15_000) {
    this.#max = max;
    this.#patienceMs = patienceMs;
  }

  /**
   * `key` identifies the read, and thus the type of its answer; `by` is the operator, if there is one.
   * @throws Refusal if the operator has requested another read since, or the turn did not come in time; CallerLeft.
   */
  run<Answer>(key: string, read: () => Promise<Answer>, by?: string): Promise<Answer> {
    return inQueue((resolve, reject) => {
      const patience = setTimeout(() => this.#drop(waiter, refuse('系统繁忙，请稍后再试')), this.#patienceMs);
      const waiter: Waiter = { by, resolve: resolve as (answer: unknown) => void, reject, patience };
      if (by !== undefined) this.#replaceOlder(by, key);
      const equal = this.#queue.find((queued) => queued.key === key);
      if (equal) equal.waiters.push(waiter);
      else this.#queue.push({ key, read, waiters: [waiter] });
      this.#begin();
      return () => this.#drop(waiter, new CallerLeft());
    });
  }

  #begin(): void {
    while (this.#running < this.#max) {
      const isOthers = ({ waiters }: QueuedRead): boolean =>
        this.#lastServed === undefined || waiters.some(({ by }) => by !== this.#lastServed);
      const [read] = this.#queue.splice(Math.max(0, this.#queue.findIndex(isOthers)), 1);
      if (!read) return;
      void this.#take(read);
    }
  }

  async #take({ read, waiters }: QueuedRead): Promise<void> {
    this.#running += 1;
    this.#lastServed = waiters[0]?.by;
    for (const { patience } of waiters) clearTimeout(patience);
    try {
      const answer = await read();
      for (const { resolve } of waiters) resolve(answer);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
    this.#running -= 1;
    this.#begin();
  }

  #replaceOlder(by: string, key: string): void {
    const older = this.#queue.filter((queued) => queued.key !== key).flatMap(({ waiters }) => waiters.filter((waiter) => waiter.by === by));
    for (const waiter of older) this.#drop(waiter, refuse('您已发起新的查询，本次查询已取消'));
  }

  /** Removes a waiter; false if its read has begun. A read without waiters is removed from the queue and never starts. */
  #drop(waiter: Waiter, reason: Error): boolean {
    const at = this.#queue.findIndex(({ waiters }) => waiters.includes(waiter));
    const queued = this.#queue[at];
    if (!queued) return false;
    clearTimeout(waiter.patience);
    queued.waiters.splice(queued.waiters.indexOf(waiter), 1);
    if (queued.waiters.length === 0) this.#queue.splice(at, 1);
    waiter.reject(reason);
    return true;
  }
}

interface QueuedRead {
  readonly key: string;
  readonly read: () => Promise<unknown>;
  readonly waiters: Waiter[];
}

interface Waiter {
  readonly by: string | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly patience: NodeJS.Timeout;
}
