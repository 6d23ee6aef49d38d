import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { useCluster, type Cluster } from '../installation/cluster.ts';
import { isDiskFault } from './environment/disk-faults.ts';
import { faultsOf } from './environment/faults.ts';
import { roundsOf } from './play/run.ts';
import type { Round } from './play/scene.ts';
import { shrink, stepsOf } from './play/shrink.ts';
import { openTrials, type Outcome, type Run, type Trials, type Where } from './trials.ts';

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
    /** The server runs in this process where it can, which starts in a tenth of the time. */
    here: { type: 'boolean', default: false },
    /** No seed is begun any more after that. */
    minutes: { type: 'string', default: 'Infinity' },
    /** A seed that fails is played again, on new databases and new servers, until it fails once more. */
    twice: { type: 'boolean', default: false },
  },
});
/** How long a failing history is made shorter. */
const shrinkMs = 600_000;
/** How often a history is played that did not fail again at once: PostgreSQL decides who of two is first. */
const stubborn = 4;

interface Failing {
  readonly rounds: readonly Round[];
  readonly outcome: Outcome;
}

// The hooks of its exit end the servers and PostgreSQL.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
// A server that a neighbour needs may still hold a pipe.
process.exit(await main());

async function main(): Promise<number> {
  const { cluster, release } = await useCluster('embedded');
  try {
    const first = Number(values.seed);
    const until = Date.now() + Number(values.minutes) * 60_000;
    for (let seed = first; seed < first + Number(values.seeds) && Date.now() < until; seed += 1) {
      const run: Run = { seed, faults: faultsOf(values.faults), servers: Number(values.servers) };
      const rounds = values.replay === undefined ? roundsOf(seed, Number(values.steps)) : readHistory(values.replay);
      const trials = openTrials(cluster, run, whereOf(run, values.here), false);
      const outcome = await trials.play(rounds, true);
      const pace = (stepsOf(rounds) / outcome.seconds).toFixed(0);
      if (outcome.faults.length === 0) {
        const own = (outcome.processorMs / stepsOf(rounds)).toFixed(1);
        const size = `${stepsOf(rounds)} steps in ${rounds.length} rounds (${outcome.calls} calls)`;
        console.log(`seed ${seed}: ${size}, ${pace} a second (${own} ms of our own each): all as it must be`);
        continue;
      }
      const played = `${outcome.played} rounds, ${stepsOf(rounds.slice(0, outcome.played))} steps`;
      console.log(`seed ${seed} FAILED after ${played}:\n${outcome.faults.map((fault) => `  ${fault}`).join('\n')}`);
      if (values.twice) console.log((await failsAgain(trials, rounds)) ? 'fails again' : 'does not fail again');
      const failing = { rounds: rounds.slice(0, outcome.played), outcome };
      tell(run, values.shrink ? await shrunken(cluster, run, failing) : failing);
      return 1;
    }
    return 0;
  } finally {
    await release();
  }
}

async function failsAgain(trials: Trials, rounds: readonly Round[]): Promise<boolean> {
  for (let play = 1; play <= stubborn; play += 1) if ((await trials.play(rounds, true)).faults.length > 0) return true;
  return false;
}

/** File faults are made in this process; all other faults need processes of their own. @throws RangeError for both at once. */
function whereOf({ faults, servers }: Run, wantsHere: boolean): Where {
  const ofDisk = faults.filter(isDiskFault).length;
  if (ofDisk > 0 && (ofDisk < faults.length || servers > 1)) throw new RangeError('file faults are made alone, in one server');
  if (ofDisk > 0) return 'here';
  return wantsHere && faults.length === 0 && servers === 1 ? 'here' : 'processes';
}

/** The shortest failing history that is found within the time, and what it failed with. */
async function shrunken(cluster: Cluster, run: Run, first: Failing): Promise<Failing> {
  const started = Date.now();
  let trials = openTrials(cluster, run, whereOf(run, true), true);
  let shortest = first;
  let plays = 0;
  const failsOnce = async (rounds: readonly Round[]): Promise<readonly Round[] | undefined> => {
    plays += 1;
    // What an answer showed is shown by an answer again; to look at all that is left takes longer than to play it.
    const outcome = await trials.play(rounds, !first.outcome.isOfAnswer);
    if (outcome.faults.length === 0) return undefined;
    shortest = { rounds: rounds.slice(0, outcome.played), outcome };
    return shortest.rounds;
  };
  const failsWithin = async (rounds: readonly Round[], tries: number): Promise<readonly Round[] | undefined> => {
    for (let at = 1; at <= tries; at += 1) {
      const failing = await failsOnce(rounds);
      if (failing) return failing;
    }
    return undefined;
  };
  try {
    let isSteady = (await failsOnce(first.rounds)) !== undefined;
    if (!isSteady && run.faults.length === 0 && whereOf(run, true) === 'here') {
      await trials.stop();
      trials = openTrials(cluster, run, 'processes', true);
      isSteady = (await failsOnce(first.rounds)) !== undefined;
    }
    const tries = isSteady ? 1 : stubborn;
    if (!isSteady && !(await failsWithin(first.rounds, stubborn))) {
      console.log(`  not shown again by ${plays} plays of the same history`);
      return first;
    }
    const note = (line: string): void => console.log(`  shrunken to ${line}`);
    await shrink(shortest.rounds, (rounds) => failsWithin(rounds, tries), { until: started + shrinkMs, note });
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    console.log(`  ${stepsOf(first.rounds)} steps shrunken to ${stepsOf(shortest.rounds)} by ${plays} plays in ${seconds} s`);
    console.log(shortest.outcome.faults.map((fault) => `  ${fault}`).join('\n'));
    return shortest;
  } finally {
    await trials.stop();
  }
}

/** Prints and keeps a failing history; it can be played again. */
function tell(run: Run, { rounds, outcome }: Failing): void {
  const file = `dist/simulate/history-${run.seed}.json`;
  mkdirSync('dist/simulate', { recursive: true });
  writeFileSync(file, JSON.stringify(rounds));
  console.log(outcome.history.slice(values.verbose ? 0 : -40).join('\n'));
  // What the servers logged of faults: why an answer was 500.
  console.log(
    outcome.output
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
      .slice(-10)
      .join('\n'),
  );
  const faults = values.faults === '' ? '' : ` --faults ${values.faults}`;
  console.log(`again: npm run simulate -- --seed ${run.seed}${faults} --servers ${run.servers} --replay ${file}`);
}

function readHistory(file: string): Round[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Round[];
}
