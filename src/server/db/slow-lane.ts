import type { Pool, PoolClient } from 'pg';

/**
 * Runs heavy reads a few at a time, so that they never take the processor from the others. A call that is the same as one still
 * waiting shares its answer; one that has begun is not shared, for its snapshot may be older than what the caller has just written.
 */
export class SlowLane {
  readonly #pool: Pool;
  readonly #max: number;
  readonly #waiting = new Map<string, Promise<unknown>>();
  readonly #turns: (() => void)[] = [];
  #running = 0;

  constructor(pool: Pool, max: number) {
    this.#pool = pool;
    this.#max = max;
  }

  /** `key` names what is read, and so the type of the answer too. */
  run<Answer>(key: string, read: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    const same = this.#waiting.get(key);
    if (same) return same as Promise<Answer>;
    const answer = this.#turn().then(() => {
      this.#waiting.delete(key);
      return this.#read(read);
    });
    this.#waiting.set(key, answer);
    return answer;
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#max) this.#running += 1;
    else await new Promise<void>((resolve) => this.#turns.push(resolve));
  }

  async #read<Answer>(read: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
    try {
      const client = await this.#pool.connect();
      return await read(client).finally(() => client.release());
    } finally {
      const next = this.#turns.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
