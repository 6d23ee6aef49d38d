import { SharedReads } from './share.ts';

/** Costly reads take turns, a few at a time, so that they never take the processor from the others. Equal ones share. */
export class SlowLane {
  readonly #max: number;
  readonly #turns: (() => void)[] = [];
  readonly #shared = new SharedReads(1);
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** `key` names what is read, and so the type of the answer too. */
  run<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
    return this.#shared.read(key, () => this.#takeTurn(read));
  }

  async #takeTurn<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    if (this.#running < this.#max) this.#running += 1;
    else await new Promise<void>((resolve) => this.#turns.push(resolve));
    try {
      return await read();
    } finally {
      // The place goes to the one who has waited longest.
      const next = this.#turns.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
