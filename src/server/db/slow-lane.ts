/** Costly reads take turns, a few at a time, so that they never take the processor from the others. */
export class SlowLane {
  readonly #max: number;
  readonly #turns: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<Answer>(read: () => Promise<Answer>): Promise<Answer> {
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
