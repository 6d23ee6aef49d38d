import { randomNumbers } from '../../test/installation/factories/many-users.ts';
import type { ServiceTimes } from './service-times.ts';
import { Bell, park, pass, Queue, Simulation, take, use, type Act, type Resource } from './simulation.ts';

export interface Scenario {
  readonly servers: number;
  readonly postgresCores: number;
  readonly intakesPerSecond: number;
  readonly callsPerSecond: number;
  /** Paying accounts; the n-th most frequent has 1 / n^skew of the first one's share. */
  readonly accounts: number;
  readonly skew: number;
  /** Whether the balancer always sends an account's calls to the same server. */
  readonly isRoutedByAccount: boolean;
  readonly seconds: number;
  readonly seed: number;
}

export interface Outcome {
  /** Answered per second, in the counted part. */
  readonly intakesPerSecond: number;
  readonly intakeP50Ms: number;
  readonly intakeP99Ms: number;
  readonly callP99Ms: number;
  /** Mean number of pieces in a batch. */
  readonly batch: number;
  readonly mainUtilisation: number;
  readonly postgresUtilisation: number;
  readonly postgresCores: number;
  /** Share of the time during which the single lock is held. */
  readonly logUtilisation: number;
  readonly trailUtilisation: number;
  /** Share of batches' time that they wait for accounts locked by others. */
  readonly lockedShare: number;
  /** Backlog at the end, in seconds of arrivals. */
  readonly logBehindSeconds: number;
  readonly trailBehindSeconds: number;
}

/** The program's own values: `db/batches/group-commit.ts`, `custody/log/sequencer.ts`, `trail/chain.ts` and the jobs' pauses. */
export const program = {
  batchMost: 64,
  connections: 20,
  logBatch: 1024,
  logEverySeconds: 2,
  trailBatch: 1000,
  trailEverySeconds: 0.5,
} as const;

/** Simulates one installation; the first fifth of the time is not counted. Processor times are exponentially distributed. */
export function simulateOffice(times: ServiceTimes, scenario: Scenario): Outcome {
  const simulation = new Simulation();
  const random = randomNumbers(scenario.seed);
  const countFrom = scenario.seconds / 5;
  const world: World = {
    times,
    scenario,
    simulation,
    random,
    postgres: simulation.resource('PostgreSQL', scenario.postgresCores),
    logLock: simulation.resource('log', 1),
    trailLock: simulation.resource('trail', 1),
    accounts: Array.from({ length: scenario.accounts }, () => simulation.resource('account', 1)),
    pick: accountPicker(scenario, random),
    spread: (meanMs) => (-Math.log(1 - random()) * meanMs) / 1000,
    waits: { log: 0, trail: 0 },
    counted: { batches: 0, pieces: 0, lockedSeconds: 0, batchSeconds: 0 },
    isCounted: () => simulation.now >= countFrom,
  };
  const servers = Array.from({ length: scenario.servers }, () => newServer(world));
  const intakeTimes: number[] = [];
  const callTimes: number[] = [];
  const serverOf = (account: number): Server => {
    const at = scenario.isRoutedByAccount ? account : Math.floor(random() * scenario.servers);
    return servers[at % scenario.servers] as Server;
  };
  const timed = function* (act: Act, into: number[]): Act {
    const came = simulation.now;
    yield* act;
    if (simulation.now >= countFrom) into.push(simulation.now - came);
  };
  simulation.start(
    arrivals(world, scenario.intakesPerSecond, () => {
      const account = world.pick();
      return timed(intake(world, serverOf(account), account), intakeTimes);
    }),
  );
  simulation.start(arrivals(world, scenario.callsPerSecond, () => timed(consoleCall(world, serverOf(world.pick())), callTimes)));
  for (const [at, server] of servers.entries()) {
    simulation.start(growingLog(world, server), (program.logEverySeconds * at) / servers.length);
    simulation.start(linkingTrail(world, server), (program.trailEverySeconds * at) / servers.length);
  }
  simulation.run(scenario.seconds, countFrom);
  const seconds = scenario.seconds - countFrom;
  const { counted } = world;
  return {
    intakesPerSecond: intakeTimes.length / seconds,
    intakeP50Ms: share(intakeTimes, 0.5) * 1000,
    intakeP99Ms: share(intakeTimes, 0.99) * 1000,
    callP99Ms: share(callTimes, 0.99) * 1000,
    batch: counted.pieces / Math.max(1, counted.batches),
    mainUtilisation: Math.max(...servers.map(({ main }) => main.use().utilisation)),
    postgresUtilisation: world.postgres.use().utilisation,
    postgresCores: world.postgres.use().taken,
    logUtilisation: world.logLock.use().utilisation,
    trailUtilisation: world.trailLock.use().utilisation,
    lockedShare: counted.batchSeconds > 0 ? counted.lockedSeconds / counted.batchSeconds : 0,
    logBehindSeconds: world.waits.log / scenario.intakesPerSecond,
    trailBehindSeconds: world.waits.trail / scenario.intakesPerSecond,
  };
}

interface World {
  readonly times: ServiceTimes;
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly random: () => number;
  readonly postgres: Resource;
  readonly logLock: Resource;
  readonly trailLock: Resource;
  readonly accounts: readonly Resource[];
  pick(): number;
  spread(meanMs: number): number;
  readonly waits: { log: number; trail: number };
  readonly counted: { batches: number; pieces: number; lockedSeconds: number; batchSeconds: number };
  isCounted(): boolean;
}

interface Server {
  readonly main: Resource;
  readonly pool: Resource;
  /** The calls that wait for the next batch. */
  readonly waiting: Queue<{ readonly account: number; readonly kept: Bell }>;
  isKeeping: boolean;
}

function newServer({ simulation }: World): Server {
  return {
    main: simulation.resource('main', 1),
    pool: simulation.resource('pool', program.connections),
    waiting: new Queue(),
    isKeeping: false,
  };
}

function* arrivals({ simulation, spread }: World, perSecond: number, next: () => Act): Act {
  if (perSecond === 0) return;
  for (;;) {
    yield pass(spread(1000 / perSecond));
    simulation.start(next());
  }
}

/** Share of a call's work that comes before its batch. */
const before = 0.7;

function* intake(world: World, server: Server, account: number): Act {
  const { times, simulation, spread } = world;
  const mainSeconds = spread(times.intakeMainMs);
  yield* use(server.main, mainSeconds * before);
  yield pass(times.storeMs / 1000);
  const kept = new Bell();
  server.waiting.push({ account, kept });
  if (!server.isKeeping) simulation.start(keeping(world, server));
  yield park(kept);
  yield* use(server.main, mainSeconds * (1 - before));
}

/** One batch at a time, as in `groupCommit`: calls that arrive meanwhile form the next one. */
function* keeping(world: World, server: Server): Act {
  const { simulation, counted } = world;
  if (server.isKeeping) return;
  server.isKeeping = true;
  while (server.waiting.length > 0) {
    const batch = Array.from({ length: Math.min(program.batchMost, server.waiting.length) }, () => server.waiting.shift());
    const began = simulation.now;
    const lockedSeconds = { waited: 0 };
    yield* keepBatch(
      world,
      server,
      batch.map((one) => one?.account ?? 0),
      lockedSeconds,
    );
    for (const one of batch) if (one) simulation.ring(one.kept);
    if (!world.isCounted()) continue;
    counted.batches += 1;
    counted.pieces += batch.length;
    counted.lockedSeconds += lockedSeconds.waited;
    counted.batchSeconds += simulation.now - began;
  }
  server.isKeeping = false;
}

/** One statement and its commit. The rows of its accounts are locked first, always in the same order, until it has committed. */
function* keepBatch(world: World, server: Server, payers: readonly number[], locked: { waited: number }): Act {
  const { times, simulation, postgres } = world;
  const keepMs = Math.max(0, times.intakePostgresMs - times.logEntryPostgresMs - times.trailRowPostgresMs);
  const own = [...new Set(payers)].toSorted((a, b) => a - b).map((at) => world.accounts[at] as Resource);
  yield take(server.pool);
  const asked = simulation.now;
  for (const lock of own) yield take(lock);
  locked.waited = simulation.now - asked;
  yield* use(postgres, (times.batchMs + payers.length * keepMs) / 1000);
  yield pass(times.commitMs / 1000);
  for (const lock of own) lock.release();
  server.pool.release();
  world.waits.log += payers.length;
  world.waits.trail += payers.length;
}

function* consoleCall(world: World, server: Server): Act {
  const { times, spread } = world;
  yield* use(server.main, spread(times.callMainMs) / 2);
  yield take(server.pool);
  yield* use(world.postgres, spread(times.callPostgresMs));
  server.pool.release();
  yield* use(server.main, spread(times.callMainMs) / 2);
}

function* growingLog(world: World, server: Server): Act {
  const { times, waits } = world;
  for (;;) {
    for (let isMore = true; isMore; ) {
      yield take(server.pool);
      yield take(world.logLock);
      const entries = Math.min(program.logBatch, waits.log);
      isMore = entries === program.logBatch;
      if (entries > 0) {
        yield* use(server.main, (entries * times.logEntryServerMs) / 1000);
        yield* use(world.postgres, (entries * times.logEntryPostgresMs) / 1000);
        yield pass(times.commitMs / 1000);
      }
      waits.log -= entries;
      world.logLock.release();
      server.pool.release();
    }
    yield pass(program.logEverySeconds);
  }
}

function* linkingTrail(world: World, server: Server): Act {
  const { times, waits } = world;
  for (;;) {
    yield take(server.pool);
    yield take(world.trailLock);
    const rows = Math.min(program.trailBatch, waits.trail);
    if (rows > 0) {
      yield* use(server.main, (rows * times.trailRowServerMs) / 1000);
      yield* use(world.postgres, (rows * times.trailRowPostgresMs) / 1000);
      yield pass(times.commitMs / 1000);
    }
    waits.trail -= rows;
    world.trailLock.release();
    server.pool.release();
    yield pass(program.trailEverySeconds);
  }
}

function accountPicker({ accounts, skew }: Scenario, random: () => number): () => number {
  const upTo = sharesOf(accounts, skew);
  for (let at = 1; at < accounts; at += 1) upTo[at] = (upTo[at] ?? 0) + (upTo[at - 1] ?? 0);
  return () => {
    const sought = random();
    let [low, high] = [0, accounts - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 1) > sought) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Zipf: the shares of the first, the second, … account. */
export function sharesOf(count: number, skew: number): number[] {
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1) ** skew);
  const total = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => one / total);
}

function share(seconds: readonly number[], of: number): number {
  return seconds.toSorted((a, b) => a - b)[Math.min(seconds.length - 1, Math.floor(seconds.length * of))] ?? 0;
}
