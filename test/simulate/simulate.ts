import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { useCluster, type Cluster } from '../installation/cluster.ts';
import { endChecks } from './end/end-checks.ts';
import { disturbances, faultsOf, type Fault } from './place/faults.ts';
import { openOffice } from './place/office.ts';
import { startPlace } from './place/server-process.ts';
import { play, roundsOf } from './play/run.ts';
import type { Round } from './play/scene.ts';
import { shrink, stepsOf } from './play/shrink.ts';

/** `npm run simulate -- --seed N [--steps M] [--faults LIST] [--servers 1|2] [--shrink] [--replay FILE]`: docs/testing.md. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '' },
    servers: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: false },
    replay: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const patienceMs = 60_000;

interface Run {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly servers: number;
}
interface Outcome {
  readonly faults: readonly string[];
  readonly history: readonly string[];
  /** Rounds that were played. */
  readonly played: number;
  readonly seconds: number;
  /** Of the simulator itself, beside servers and database. */
  readonly processorMs: number;
  readonly output: string;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const { cluster, release } = await useCluster('embedded');
  try {
    const first = Number(values.seed);
    for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
      const run: Run = { seed, faults: faultsOf(values.faults), servers: Number(values.servers) };
      const rounds = values.replay === undefined ? roundsOf(seed, Number(values.steps)) : readHistory(values.replay);
      const outcome = await playOnce(cluster, run, rounds);
      const pace = (stepsOf(rounds) / outcome.seconds).toFixed(0);
      if (outcome.faults.length === 0) {
        const own = (outcome.processorMs / stepsOf(rounds)).toFixed(1);
        const size = `${stepsOf(rounds)} steps in ${rounds.length} rounds`;
        console.log(`seed ${seed}: ${size}, ${pace} a second (${own} ms of our own each): all as it must be`);
        continue;
      }
      await tell(cluster, run, rounds, outcome);
      return 1;
    }
    return 0;
  } finally {
    await release();
  }
}

/** Prints a failure, with the shortest history that was found; it can be played again. */
async function tell(cluster: Cluster, run: Run, rounds: readonly Round[], outcome: Outcome): Promise<void> {
  console.log(`seed ${run.seed} FAILED after ${outcome.played} rounds:\n${outcome.faults.map((fault) => `  ${fault}`).join('\n')}`);
  let told = { rounds: rounds.slice(0, outcome.played), outcome };
  if (values.shrink) {
    const until = Date.now() + 600_000;
    const note = (line: string): void => console.log(`  shrunken to ${line}`);
    const fails = async (candidate: readonly Round[]): Promise<boolean> => {
      const again = await playOnce(cluster, run, candidate);
      if (again.faults.length === 0) return false;
      told = { rounds: candidate.slice(0, again.played), outcome: again };
      return true;
    };
    await shrink(told.rounds, fails, { until, note });
    console.log(told.outcome.faults.map((fault) => `  ${fault}`).join('\n'));
  }
  const file = `dist/simulate/history-${run.seed}.json`;
  mkdirSync('dist/simulate', { recursive: true });
  writeFileSync(file, JSON.stringify(told.rounds));
  console.log(told.outcome.history.slice(values.verbose ? 0 : -40).join('\n'));
  // What the servers logged of faults: why an answer was 500.
  console.log(
    told.outcome.output
      .split('\n')
      .filter((line) => line.includes('"level":50'))
      .slice(-10)
      .join('\n'),
  );
  const faults = values.faults === '' ? '' : ` --faults ${values.faults}`;
  console.log(`again: npm run simulate -- --seed ${run.seed}${faults} --servers ${run.servers} --replay ${file}`);
}

function readHistory(file: string): Round[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Round[];
}

/** A new database, new servers, and the rounds from the first to the first failure. */
async function playOnce(cluster: Cluster, run: Run, rounds: readonly Round[]): Promise<Outcome> {
  const disturbing = await disturbances(cluster, run);
  const place = await startPlace(cluster, { servers: run.servers, ...disturbing.options });
  const history: string[] = [];
  try {
    const office = await openOffice(place);
    office.sender.isDisturbed = run.faults.length > 0;
    const scene = {
      house: office.house,
      sender: office.sender,
      seed: run.seed,
      patienceMs,
      note: (line: string) => void history.push(line),
      disturb: disturbing.disturb(place),
    };
    const started = performance.now();
    const before = process.cpuUsage();
    const failure = await play(scene, rounds);
    const seconds = (performance.now() - started) / 1000;
    const used = process.cpuUsage(before);
    const processorMs = (used.user + used.system) / 1000;
    await disturbing.calm();
    const faults = failure?.faults ?? (await endChecks(office, patienceMs));
    office.sender.close();
    return { faults, history, played: failure ? failure.round + 1 : rounds.length, seconds, processorMs, output: place.output() };
  } finally {
    await disturbing.stop();
    await place.stop();
  }
}
