import { refuse, type Refusal } from '../http/refusal.ts';

/**
 * Costly reads take turns, a few at a time, so that they never take the processor from the others. Turns go round the operators: whoever
 * has just had one comes after those who wait, and has one read waiting at most, the one that he asked for last. Equal reads that wait are
 * one.
 */
export class HeavyQueryQueue {
  readonly #max: number;
  readonly #patienceMs: number;
  readonly #turns: Turn[] = [];
  #running = 0;
  #lastServed: string | undefined;

  /** @param patienceMs how long a read may wait for its turn. */
  constructor(max: number, patienceMs = 15_000) {
    this.#max = max;
    this.#patienceMs = patienceMs;
  }

  /**
   * `key` names what is read, and so the type of the answer too; `by` is the operator who asks, where one does.
   * @throws Refusal when he has asked for something else since, or the turn did not come in time.
   */
  run<Answer>(key: string, read: () => Promise<Answer>, by?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.#turnAway(asker, refuse('系统繁忙，请稍后再试')), this.#patienceMs);
      const asker: Asker = { by, resolve: resolve as (answer: unknown) => void, reject, patience };
      if (by !== undefined) this.#replaceOlder(by, key);
      const equal = this.#turns.find((turn) => turn.key === key);
      if (equal) equal.askers.push(asker);
      else this.#turns.push({ key, read, askers: [asker] });
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#running < this.#max) {
      const isOthers = ({ askers }: Turn): boolean => this.#lastServed === undefined || askers.some(({ by }) => by !== this.#lastServed);
      const [turn] = this.#turns.splice(Math.max(0, this.#turns.findIndex(isOthers)), 1);
      if (!turn) return;
      void this.#take(turn);
    }
  }

  async #take({ read, askers }: Turn): Promise<void> {
    this.#running += 1;
    this.#lastServed = askers[0]?.by;
    for (const { patience } of askers) clearTimeout(patience);
    try {
      const answer = await read();
      for (const { resolve } of askers) resolve(answer);
    } catch (error) {
      for (const { reject } of askers) reject(error);
    }
    this.#running -= 1;
    this.#begin();
  }

  #replaceOlder(by: string, key: string): void {
    const older = this.#turns.filter((turn) => turn.key !== key).flatMap(({ askers }) => askers.filter((asker) => asker.by === by));
    for (const asker of older) this.#turnAway(asker, refuse('您已发起新的查询，本次查询已取消'));
  }

  /** A read that nobody waits for any more is not begun. */
  #turnAway(asker: Asker, reason: Refusal): void {
    const at = this.#turns.findIndex(({ askers }) => askers.includes(asker));
    const turn = this.#turns[at];
    if (!turn) return;
    clearTimeout(asker.patience);
    turn.askers.splice(turn.askers.indexOf(asker), 1);
    if (turn.askers.length === 0) this.#turns.splice(at, 1);
    asker.reject(reason);
  }
}

interface Turn {
  readonly key: string;
  readonly read: () => Promise<unknown>;
  readonly askers: Asker[];
}

interface Asker {
  readonly by: string | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly patience: NodeJS.Timeout;
}
