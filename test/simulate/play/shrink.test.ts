import { expect, it } from 'vitest';
import { roundsOf } from './run.ts';
import type { Round } from './scene.ts';
import { shrink, stepsOf, type Fails } from './shrink.ts';

const bounds = { until: Number.POSITIVE_INFINITY, note: () => undefined };

/** Fails in the round of `last`, where all of `needed` came before it or beside it. */
function failing(needed: readonly number[], last: number): { fails: Fails; played: () => number } {
  let plays = 0;
  const fails: Fails = (rounds) => {
    plays += 1;
    const at = rounds.findIndex((round) => round.includes(last));
    const before = rounds.slice(0, at + 1);
    return Promise.resolve(at >= 0 && needed.every((step) => before.some((round) => round.includes(step))) ? before : undefined);
  };
  return { fails, played: () => plays };
}

it('leaves of a thousand steps those that the failure needs, in their rounds, within two hundred plays', async () => {
  const rounds = roundsOf(7, 1000);
  const plain = rounds.map((round) => round.map(Math.abs));
  const needed = [plain[3]?.[0], plain[40]?.[0], plain[41]?.at(-1)].map(Number);
  const beside = plain[90] ?? [];
  const { fails, played } = failing([...needed, Number(beside[0])], Number(beside.at(-1)));
  const history: Round[] = plain.slice(0, 91);
  const shortest = await shrink(history, fails, bounds);
  expect(shortest.flat()).toEqual([...new Set([...needed, Number(beside[0]), Number(beside.at(-1))])]);
  expect(shortest.at(-1)).toEqual([...new Set([Number(beside[0]), Number(beside.at(-1))])]);
  expect(played()).toBeLessThan(200);
});

it('goes on with what fails earlier, and ends when its time is over', async () => {
  const history = Array.from({ length: 50 }, (_, at) => [at + 1]);
  const early = await shrink(history, (rounds) => Promise.resolve(rounds.length > 0 ? rounds.slice(0, 1) : undefined), bounds);
  expect(stepsOf(early)).toBe(1);
  const { fails, played } = failing([1, 2], 50);
  expect(await shrink(history, fails, { ...bounds, until: Date.now() - 1 })).toEqual(history);
  expect(played()).toBe(0);
});
