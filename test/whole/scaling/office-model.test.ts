import { expect, it } from 'vitest';
import { sharesOf, simulateOffice, type Scenario } from '../../../bench/scaling/office-model.ts';
import { connectionsFor, fewestServers, mostIntakes } from '../../../bench/scaling/plans.ts';
import { origins, readTimes, type ServiceTimes } from '../../../bench/scaling/service-times.ts';

/** Round numbers: the statement stores 500 pieces a second on one processor, the holder of the log's lock 10,000. */
const times: ServiceTimes = {
  intakeMainMs: 1,
  intakePostgresMs: 2.2,
  storeMs: 10,
  commitMs: 1,
  batchMs: 0,
  logEntryPostgresMs: 0.1,
  logEntryServerMs: 0,
  trailRowPostgresMs: 0.1,
  trailRowServerMs: 0,
  callMainMs: 1,
  callPostgresMs: 1,
};
const scenario: Scenario = {
  servers: 2,
  postgresCores: 8,
  intakesPerSecond: 10,
  callsPerSecond: 10,
  accounts: 100_000,
  skew: 0,
  isRoutedByAccount: false,
  seconds: 50,
  seed: 3,
};
const run = (change: Partial<Scenario>, other: Partial<ServiceTimes> = {}) =>
  simulateOffice({ ...times, ...other }, { ...scenario, ...change });

it('takes, where nothing waits, what its parts take, and uses what they use', () => {
  const outcome = run({});
  // The median: the store, a statement with one or two pieces, a commit, and the server's own millisecond.
  expect(outcome.intakeP50Ms).toBeGreaterThan(13);
  expect(outcome.intakeP50Ms).toBeLessThan(16);
  expect(outcome.intakesPerSecond).toBeCloseTo(10, -1);
  expect(outcome.postgresCores).toBeCloseTo((10 * 2.2 + 10) / 1000, 2);
  expect(outcome.logBehindSeconds).toBeLessThan(3);
  expect(run({})).toEqual(outcome);
});

it('keeps, of one account, what one statement after the other keeps, however many servers; of many, in step with them', () => {
  const kept = (change: Partial<Scenario>) =>
    run({ intakesPerSecond: 3000, seconds: 20, ...change }, { intakeMainMs: 0.1 }).intakesPerSecond;
  const hot = (servers: number) => kept({ servers, accounts: 1 });
  const many = (servers: number) => kept({ servers });
  expect(hot(1)).toBeGreaterThan(440);
  expect(hot(4)).toBeLessThan(520);
  expect(many(4) / many(1)).toBeGreaterThan(3.5);
});

it('waits for accounts where batches of several servers share them, and not where each account has its server', () => {
  const shared = run({ servers: 4, accounts: 40, intakesPerSecond: 1200, seconds: 20 });
  const routed = run({ servers: 4, accounts: 40, intakesPerSecond: 1200, seconds: 20, isRoutedByAccount: true });
  expect(shared.lockedShare).toBeGreaterThan(0.4);
  expect(routed.lockedShare).toBe(0);
  expect(routed.intakesPerSecond).toBeGreaterThan(1.8 * shared.intakesPerSecond);
});

it('falls behind in the log when it takes entries slower than they come, though everything is answered', () => {
  const slow = run({ servers: 8, postgresCores: 16, intakesPerSecond: 2000, seconds: 30 }, { logEntryPostgresMs: 0.7 });
  expect(slow.intakesPerSecond).toBeGreaterThan(1900);
  expect(slow.logUtilisation).toBeGreaterThan(0.99);
  expect(slow.logBehindSeconds).toBeGreaterThan(6);
});

it('finds the fewest servers that bear a load, and says what gives out where none do', () => {
  const { servers: _, postgresCores: __, ...load } = { ...scenario, intakesPerSecond: 1000, callsPerSecond: 200, seconds: 20 };
  const planned = fewestServers(times, load, 16);
  expect(planned.missed).toEqual([]);
  expect(planned.servers).toBeGreaterThanOrEqual(3);
  expect(planned.servers).toBeLessThanOrEqual(6);
  // (1000 × 2.2 + 200) ms per second, plus a third.
  expect(planned.postgresCores).toBe(4);
  const hot = fewestServers(times, { ...load, accounts: 1 }, 8);
  expect(hot.servers).toBeNull();
  expect(hot.missed).toContain('batches wait for accounts');
});

it('finds the most intakes that so many servers bear', () => {
  const { intakesPerSecond: _, postgresCores: __, ...servers } = { ...scenario, servers: 1, seconds: 20 };
  const { perSecond, missed } = mostIntakes(times, servers, 4000);
  expect(perSecond).toBeGreaterThan(300);
  expect(perSecond).toBeLessThanOrEqual(500);
  expect(missed).not.toEqual([]);
  expect(mostIntakes(times, servers, 50)).toEqual({ perSecond: 50, missed: [] });
});

it('adds up connections, and shares by Zipf', () => {
  const sizes = { evidenceBytes: 1, evidenceLogBytes: 1, connectionsOfServer: 34, connectionsOfWorker: 6 };
  expect(connectionsFor(sizes, 2, 1)).toBe(81);
  expect(sharesOf(4, 0)).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(sharesOf(2, 1)).toEqual([2 / 3, 1 / 3]);
});

it('reads measured times, each with where it comes from, and refuses what is none', () => {
  expect(readTimes().intakePostgresMs).toBeGreaterThan(0);
  expect(Object.values(origins).filter(({ from }) => from.length < 10)).toEqual([]);
  expect(() => readTimes({ ...origins, storeMs: { value: Number.NaN, from: '' } })).toThrow('storeMs is no time');
});
