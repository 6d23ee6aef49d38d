/** Chance that is the same for the same seed on every machine. */
export interface Dice {
  /** From 0 to below `sides`. */
  below(sides: number): number;
  /** True in one of so many throws. */
  oneIn(sides: number): boolean;
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** Letters and digits. */
  word(length: number): string;
}

/** @param seed any numbers; each throw depends on all of them and on the throws before. Source of the mixing: SplitMix32. */
export function diceOf(...seed: readonly number[]): Dice {
  let state = 0x9e3779b9;
  for (const one of seed) state = mix((state ^ one) >>> 0);
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state);
  };
  const below = (sides: number): number => next() % sides;
  return {
    below,
    oneIn: (sides) => below(sides) === 0,
    pick: (items) => items[below(Math.max(1, items.length))],
    word: (length) => Array.from({ length }, () => letters[below(letters.length)] ?? '').join(''),
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

function mix(given: number): number {
  let value = given;
  value = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
  return (value ^ (value >>> 15)) >>> 0;
}
