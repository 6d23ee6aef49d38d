import type { Cluster } from '../installation/cluster.ts';
import { endChecks } from './end/end-checks.ts';
import { disturbances, isDisturbing, type Disturbing, type Fault } from './environment/faults.ts';
import { diskTrouble, isDiskFault } from './environment/disk-faults.ts';
import { openOffice, type Office } from './environment/office.ts';
import { serveHere } from './environment/served-here.ts';
import { newDatabase, startPlace, type RunningPlace } from './environment/server-process.ts';
import { play } from './play/run.ts';
import type { Round } from './play/scene.ts';

export interface Run {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly servers: number;
}

export interface Outcome {
  readonly faults: readonly string[];
  /** Whether an answer was wrong, and not what was left when all had been played. */
  readonly isOfAnswer: boolean;
  readonly history: readonly string[];
  /** Rounds that were played. */
  readonly played: number;
  /** Calls that were sent: a step that finds nothing to do sends none, one that comes twice sends two. */
  readonly calls: number;
  readonly seconds: number;
  /** Of the simulator itself, beside servers and database. */
  readonly processorMs: number;
  readonly output: string;
}

export interface Trials {
  /** A new database, new servers, and the rounds from the first to the first failure. @param toTheEnd also looks at what is left. */
  play(rounds: readonly Round[], toTheEnd: boolean): Promise<Outcome>;
  stop(): Promise<void>;
}

const patienceMs = 60_000;

interface Stage {
  readonly office: Office;
  readonly disturbing: Disturbing | undefined;
  readonly place: Pick<RunningPlace, 'stop' | 'output'>;
  readonly disturb: ((round: number) => Promise<void>) | undefined;
  readonly calm: () => Promise<void>;
}

/** Where the servers run: as processes, or one in this process, which starts in a tenth of the time. */
export type Where = 'processes' | 'here';

/** @param wantsAhead starts the next servers while the last ones are still played with: for many trials, one after the other. */
export function openTrials(cluster: Cluster, run: Run, where: Where, wantsAhead: boolean): Trials {
  // A PostgreSQL that dies takes the next ones with it.
  const isAhead = wantsAhead && !run.faults.includes('postgres');
  const stageOf = (): Promise<Stage> => (where === 'here' ? setUpHere(cluster, run) : setUp(cluster, run));
  let next = isAhead ? stageOf() : undefined;
  return {
    async play(rounds, toTheEnd) {
      const stage = await (next ?? stageOf());
      next = isAhead ? stageOf() : undefined;
      // Told to whoever plays next.
      next?.catch(() => undefined);
      try {
        return await playOn(stage, run, rounds, toTheEnd);
      } finally {
        await takeDown(stage);
      }
    },
    stop: async () => next && takeDown(await next),
  };
}

async function setUp(cluster: Cluster, run: Run): Promise<Stage> {
  const disturbing = await disturbances(cluster, run);
  const place = await startPlace(cluster, { servers: run.servers, ...disturbing.options });
  const office = await openOffice(place);
  const calm = (): Promise<void> => disturbing.calm(place, office.sender);
  return { disturbing, place, office, disturb: disturbing.disturb(place, office), calm };
}

async function setUpHere(cluster: Cluster, { seed, faults }: Run): Promise<Stage> {
  const { db, pool, drop } = await newDatabase(cluster);
  const served = await serveHere({ db, pool });
  const stop = async (): Promise<void> => {
    await served.stop();
    await drop();
  };
  const place = { stop, output: () => served.output() };
  const office = await openOffice(served);
  const ofDisk = faults.filter(isDiskFault);
  const trouble = ofDisk.length > 0 ? diskTrouble(served.config.dataDir, seed, ofDisk) : undefined;
  const calm = async (): Promise<void> => trouble?.calm();
  return { disturbing: undefined, place, office, disturb: trouble?.disturb, calm };
}

async function takeDown({ disturbing, place, office }: Stage): Promise<void> {
  office.close();
  await disturbing?.stop();
  await place.stop();
}

async function playOn({ disturb, calm, place, office }: Stage, run: Run, rounds: readonly Round[], toTheEnd: boolean): Promise<Outcome> {
  const history: (() => string)[] = [];
  office.house.isDisturbed = office.sender.isDisturbed = run.faults.some(isDisturbing);
  const scene = {
    house: office.house,
    sender: office.sender,
    seed: run.seed,
    patienceMs,
    note: (line: () => string) => void history.push(line),
    ...(disturb ? { disturb } : {}),
  };
  const started = performance.now();
  const before = process.cpuUsage();
  const failure = await play(scene, rounds);
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(before);
  const processorMs = (used.user + used.system) / 1000;
  await calm();
  const faults = failure?.faults ?? (toTheEnd ? await endChecks(office, patienceMs) : []);
  const lines = faults.length > 0 ? history.map((line) => line()) : [];
  const played = failure ? failure.round + 1 : rounds.length;
  return {
    faults,
    isOfAnswer: failure !== undefined,
    history: lines,
    played,
    calls: history.length,
    seconds,
    processorMs,
    output: place.output(),
  };
}
