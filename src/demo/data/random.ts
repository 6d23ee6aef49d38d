/** A pseudo-random source that gives the same numbers on every machine: integer arithmetic only, and one stream per name. */
export interface Random {
  /** An integer in [min, below). */
  int(min: number, below: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with a probability of `percent` in a hundred. */
  chance(percent: number): boolean;
}

/**
 * The stream of a name, such as `seeded('person', 17)`. Every row has its own stream, so that an added row does not change the others.
 * Source: the mulberry32 generator (public domain), seeded with an FNV-1a hash of the name.
 */
export function seeded(...name: readonly (string | number)[]): Random {
  let state = fnv1a(name.join('/'));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const int = (min: number, below: number): number => min + Math.floor((next() / 2 ** 32) * (below - min));
  return {
    int,
    pick: (items) => itemAt(items, int(0, items.length)),
    chance: (percent) => int(0, 100) < percent,
  };
}

/** The item at an index, which wraps around. @throws RangeError if the list is empty. */
export function itemAt<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length];
  if (item === undefined) throw new RangeError('there is nothing to choose from');
  return item;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
