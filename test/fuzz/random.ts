/** The same numbers for the same seed, on every machine (splitmix32 into sfc32). */
export class Random {
  readonly #state: Uint32Array;

  /** @param place number of the call, so that one call can be made again without the earlier ones. */
  constructor(seed: number, place = 0) {
    let mixed = (seed * 0x9e37_79b1 + place * 0x85eb_ca6b) >>> 0;
    const next = (): number => {
      mixed = (mixed + 0x9e37_79b9) >>> 0;
      let word = mixed ^ (mixed >>> 16);
      word = Math.imul(word, 0x21f0_aaad);
      word ^= word >>> 15;
      word = Math.imul(word, 0x735a_2d97);
      return (word ^ (word >>> 15)) >>> 0;
    };
    this.#state = Uint32Array.of(next(), next(), next(), 1);
    for (let turn = 0; turn < 12; turn += 1) this.#word();
  }

  /** From 0 to below 1. */
  fraction(): number {
    return this.#word() / 2 ** 32;
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  /** @throws RangeError over an empty list. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('there is nothing to pick');
    return from[this.below(from.length)] as T;
  }

  hex(chars: number): string {
    let text = '';
    while (text.length < chars) text += this.#word().toString(16).padStart(8, '0');
    return text.slice(0, chars);
  }

  bytes(length: number): Buffer {
    return Buffer.from(this.hex(2 * length), 'hex');
  }

  #word(): number {
    const [a = 0, b = 0, c = 0, count = 0] = this.#state;
    const sum = (a + b + count) >>> 0;
    this.#state[3] = count + 1;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = c + (c << 3);
    this.#state[2] = ((c << 21) | (c >>> 11)) + sum;
    return sum;
  }
}
