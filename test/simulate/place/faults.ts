import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Cluster } from '../../installation/cluster.ts';
import { diceOf, type Dice } from '../model/dice.ts';
import { startProxy, type Proxy } from './proxy.ts';
import type { Sender } from './sender.ts';
import type { PlaceOptions, RunningPlace } from './server-process.ts';

const strokes = ['cut-before', 'cut-after', 'stall'] as const;
const names = ['kill', 'postgres', 'clock', ...strokes] as const;
export type Fault = (typeof names)[number];

/** A list as the command line has it, `all` for every one. @throws RangeError for a name that is none. */
export function faultsOf(list: string): Fault[] {
  if (list === 'all') return [...names];
  return list
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const fault = names.find((one) => one === name);
      if (!fault) throw new RangeError(`${name} is no fault: ${names.join(', ')}`);
      return fault;
    });
}

export interface Disturbing {
  /** What the servers are started with. */
  readonly options: Pick<PlaceOptions, 'database'>;
  disturb(place: RunningPlace, sender: Sender): (round: number) => Promise<void>;
  /** No fault from here on. */
  calm(place: RunningPlace, sender: Sender): Promise<void>;
  stop(): Promise<void>;
}

/** Faults of a seed: in one of four rounds, at a message or a moment that the seed says. */
export async function disturbances(
  cluster: Cluster,
  { seed, faults }: { readonly seed: number; readonly faults: readonly Fault[] },
): Promise<Disturbing> {
  const needsProxy = faults.some((fault) => strokes.some((stroke) => stroke === fault));
  const proxy = needsProxy ? await startProxy(cluster) : undefined;
  return {
    options: proxy ? { database: (name) => `postgres://${cluster.user}@127.0.0.1:${proxy.port}/${name}` } : {},
    disturb: (place, sender) => async (round) => {
      const dice = diceOf(seed, -1 - round);
      const fault = dice.oneIn(4) ? dice.pick(faults) : undefined;
      if (fault !== undefined) await strike(fault, dice, { place, sender, proxy });
    },
    async calm(place, sender) {
      proxy?.callOff();
      if (!faults.includes('clock')) return;
      for (const which of place.addresses().keys()) await moveClock(place, sender, which, 0);
    },
    stop: async () => proxy?.stop(),
  };
}

interface Struck {
  readonly place: RunningPlace;
  readonly sender: Sender;
  readonly proxy: Proxy | undefined;
}

async function strike(fault: Fault, dice: Dice, { place, sender, proxy }: Struck): Promise<void> {
  const which = dice.below(place.addresses().length);
  if (fault === 'kill') {
    await sleep(dice.below(30));
    await place.killAndStart(which);
  } else if (fault === 'postgres') {
    await sleep(dice.below(30));
    await killBackend(place.pool, dice);
  } else if (fault === 'clock') {
    await moveClock(place, sender, which, dice.pick(offsetsMs) ?? 0);
  } else {
    proxy?.aim(fault, 1 + dice.below(60));
  }
}

const hourMs = 3_600_000;
const offsetsMs = [-hourMs, 0, hourMs, 24 * hourMs];

async function moveClock(place: RunningPlace, sender: Sender, which: number, aheadMs: number): Promise<void> {
  sender.ahead.set(place.addresses()[which] ?? '', aheadMs);
  await place.setClock(which, aheadMs);
}

/** As a process of PostgreSQL dies that the kernel has taken: all others end with it, and it recovers from its log. */
async function killBackend(pool: Pool, dice: Dice): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by pid',
  );
  const chosen = dice.pick(rows);
  if (!chosen) return;
  process.kill(chosen.pid, 'SIGKILL');
  const deadline = Date.now() + 60_000;
  for (let isBack = false; !isBack; ) {
    await sleep(50);
    isBack = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (!isBack && Date.now() > deadline) throw new Error('PostgreSQL did not come back within a minute');
  }
}
