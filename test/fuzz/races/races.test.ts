import { beforeAll, expect, it } from 'vitest';
import { accessNodes } from '../../../src/domain/business/access/access.ts';
import { checkActs } from '../../../src/server/business/points/acts-check.ts';
import { checkEvents } from '../../../src/server/desk/events/check.ts';
import { checkLedger } from '../../../src/server/business/points/check.ts';
import { checkTrailChain, extendTrailChain } from '../../../src/server/desk/trail/chain.ts';
import { testApp } from '../../installation/app.ts';
import { rules, type Rule } from './rules.ts';
import { twoServers } from './servers.ts';

const installation = testApp();
const sides = twoServers(installation);
/** Set by `npm run races -- --pairs N`. */
const pairs = Number(process.env['RACES_PAIRS'] ?? 3);
const atOnce = 4;

beforeAll(async () => {
  await installation.db
    .updateTable('role')
    .set({ nodes: accessNodes.map(({ id }) => id).filter((id) => id !== 37) })
    .where('id', '=', '2')
    .execute();
});

/** @returns what is wrong with the outcome of a pair; null if there is one effect and both answers match it. */
async function fight({ prepare, winners }: Rule, at: number): Promise<string | null> {
  const { calls, effects, signsIn } = await prepare(installation.db);
  const [first, second] = at % 2 === 0 ? sides : sides.toReversed();
  if (!first || !second) throw new Error('there are no two sides');
  if (signsIn !== undefined) await first.signIn(signsIn);
  const ends = await Promise.all([calls[0](first), calls[1](second)]);
  const won = ends.filter((end) => end === 'won').length;
  const found = await effects();
  const mayWin = winners === 'one' ? won === 1 : winners === 'both' ? won === 2 : won >= 1;
  return mayWin && !ends.includes('other') && found === 1 ? null : `pair ${at}: ${ends.join(' and ')}, ${found} effects`;
}

it.each(rules.map((rule) => [rule.name, rule] as const))('%s: one effect, and the other is told', async (_name, rule) => {
  const wrong: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < pairs && wrong.length < 5) {
      const fault = await fight(rule, next++);
      if (fault !== null) wrong.push(fault);
    }
  };
  const begun = Date.now();
  await Promise.all(Array.from({ length: rule.alone ? 1 : atOnce }, work));
  if (pairs > 100) process.stdout.write(`${rule.name}: ${next} pairs in ${((Date.now() - begun) / 1000).toFixed(1)} s\n`);
  expect(wrong).toEqual([]);
});

it('leaves ledger, acts, events and trail whole', async () => {
  const { db } = installation;
  while ((await extendTrailChain(db)) > 0);
  const checks = [await checkLedger(db), await checkActs(db), await checkEvents(db), await checkTrailChain(db)];
  expect(checks.map(({ broken }) => broken)).toEqual(checks.map(() => null));
});
