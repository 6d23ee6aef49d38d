import type { Turn } from './asker.ts';

/**
 * A queue in which whoever asks takes turns, and within one who asks for many users these: the items of one never hold up those of another.
 */
export interface FairQueue<Item> {
  /** @returns takes the item out again; false if it was taken. */
  push(turn: Turn, item: Item): () => boolean;
  /**
   * Takes the next item, and counts it as running for its turn until `end`. It is of the asker with the fewest items running; among those,
   * of the one that was served least recently; likewise of the asker's users. Items of one user keep their order.
   * @returns undefined if none waits that may run.
   */
  take(): { readonly turn: Turn; readonly item: Item } | undefined;
  /** An item of the turn that was taken is no longer running. */
  end(turn: Turn): void;
  /** How many items of the asker wait. */
  waiting(asker: string): number;
  /** Removes all waiting items. */
  clear(): Item[];
}

/** @param mostOfOne how many items of one asker may run at once; further ones wait, while those of others are served. */
export function createFairQueue<Item>(mostOfOne = Infinity): FairQueue<Item> {
  /** By the user of an asker. */
  const waiting = new Map<string, Waiting<Item>>();
  /** By the asker, and by the user of one. */
  const running = new Map<string, number>();
  /** When an asker, or a user of one, was last served, the longest ago first. */
  const served = new Map<string, number>();
  let count = 0;

  return {
    push(turn, item) {
      const levels = levelsOf(turn);
      const { user: key } = levels;
      const entry = { item };
      const known = waiting.get(key);
      if (known) known.entries.push(entry);
      else waiting.set(key, { turn, levels, entries: [entry] });
      return () => {
        const entries = waiting.get(key)?.entries ?? [];
        const at = entries.indexOf(entry);
        if (at < 0) return false;
        entries.splice(at, 1);
        if (entries.length === 0) waiting.delete(key);
        return true;
      };
    },
    take() {
      const first = [...waiting.values()].reduce<Waiting<Item> | undefined>(
        (before, other) => (before === undefined || isBefore(other.levels, before.levels) ? other : before),
        undefined,
      );
      // No other asker has fewer running.
      if (!first || (running.get(first.levels.asker) ?? 0) >= mostOfOne) return undefined;
      const { turn, levels, entries } = first;
      const [{ item }] = entries.splice(0, 1) as [Entry<Item>];
      if (entries.length === 0) waiting.delete(levels.user);
      for (const level of [levels.asker, levels.user]) {
        running.set(level, (running.get(level) ?? 0) + 1);
        noteServed(level);
      }
      return { turn, item };
    },
    end(turn) {
      const { asker, user } = levelsOf(turn);
      for (const level of [asker, user]) {
        const left = (running.get(level) ?? 0) - 1;
        if (left > 0) running.set(level, left);
        else running.delete(level);
      }
    },
    waiting: (asker) => [...waiting.values()].reduce((sum, { turn, entries }) => (turn.asker === asker ? sum + entries.length : sum), 0),
    clear() {
      const items = [...waiting.values()].flatMap(({ entries }) => entries.map(({ item }) => item));
      waiting.clear();
      return items;
    },
  };

  function isBefore(one: Levels, other: Levels): boolean {
    return (order(one.asker, other.asker) || order(one.user, other.user)) < 0;
  }

  /** Negative if the first is served before the second. */
  function order(one: string, other: string): number {
    return (running.get(one) ?? 0) - (running.get(other) ?? 0) || (served.get(one) ?? 0) - (served.get(other) ?? 0);
  }

  /** One that was forgotten counts as never served, which keeps it before all that are remembered. */
  function noteServed(level: string): void {
    served.delete(level);
    served.set(level, (count += 1));
    const [longestAgo] = served.keys();
    if (served.size > mostRemembered && longestAgo !== undefined) served.delete(longestAgo);
  }
}

interface Entry<Item> {
  readonly item: Item;
}

interface Waiting<Item> {
  readonly turn: Turn;
  readonly levels: Levels;
  readonly entries: Entry<Item>[];
}

/** The asker, and the user as one of the asker's: names under which both are counted. */
type Levels = Readonly<Record<keyof Turn, string>>;

function levelsOf({ asker, user }: Turn): Levels {
  return { asker: JSON.stringify([asker]), user: JSON.stringify([asker, user]) };
}

const mostRemembered = 20_000;
