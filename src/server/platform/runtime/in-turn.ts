import { inQueue, turnOf } from './asker.ts';
import { createFairQueue } from './fair-queue.ts';

/** The turn of what belongs to no user. */
export const theOffice = 'office';

/**
 * Runs work as soon as it is its turn.
 * @param user whom the work is about. Whoever asks takes turns, and within one who asks for many users these, so that much work of one does
 * not hold up another's. @throws CallerLeft if they left before its turn.
 */
export type InTurn = <Value>(user: string, work: () => Promise<Value>) => Promise<Value>;

/**
 * Limits concurrency to `most`, and that of one who asks to `mostOfOne`; further work waits for its turn. Work must not wait for other work
 * of the same limit.
 */
export function createInTurn({ most = Infinity, mostOfOne = Infinity }: { readonly most?: number; readonly mostOfOne?: number }): InTurn {
  const queue = createFairQueue<() => void>(mostOfOne);
  let running = 0;
  const beginNext = (): void => {
    for (let next = running < most ? queue.take() : undefined; next; next = running < most ? queue.take() : undefined) {
      running += 1;
      next.item();
    }
  };
  return async (user, work) => {
    const turn = turnOf(user);
    await inQueue<void>((begin) => {
      const withdraw = queue.push(turn, begin);
      beginNext();
      return withdraw;
    });
    try {
      return await work();
    } finally {
      queue.end(turn);
      running -= 1;
      beginNext();
    }
  };
}
