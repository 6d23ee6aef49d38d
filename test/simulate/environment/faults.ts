import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Cluster } from '../../installation/cluster.ts';
import { diceOf, type Dice } from '../model/dice.ts';
import { diskFaultNames, isDiskFault, type DiskFaultName } from './disk-faults.ts';
import { isNeighbour, neighbourFaults, startNeighbour, type NeighbourFault } from './neighbours/all.ts';
import type { Neighbour } from './neighbours/neighbour.ts';
import type { Office } from './office.ts';
import { startProxy, type Proxy } from './proxy.ts';
import type { Sender } from './sender.ts';
import type { PlaceOptions, RunningPlace } from './server-process.ts';

const strokes = ['cut-before', 'cut-after', 'stall'] as const;
const names = ['kill', 'postgres', 'clock', ...strokes] as const;
/** `receivers`: those of webhooks. */
export type Fault = (typeof names)[number] | NeighbourFault | DiskFaultName | 'receivers';
const allNames: readonly Fault[] = [...names, ...neighbourFaults, ...diskFaultNames, 'receivers'];

/** Whether a fault may take an answer away. What other neighbours than the store do must not be seen in any. */
export function isDisturbing(fault: Fault): boolean {
  return fault === 's3' || isDiskFault(fault) || names.some((name) => name === fault);
}

/** A list as the command line has it. `all`: what the office itself or its database has. @throws RangeError for a name that is none. */
export function faultsOf(list: string): Fault[] {
  return list
    .split(',')
    .filter((name) => name !== '')
    .flatMap((name) => {
      if (name === 'all') return [...names];
      const fault = allNames.find((one) => one === name);
      if (!fault) throw new RangeError(`${name} is no fault: ${allNames.join(', ')}`);
      return [fault];
    });
}

export interface Disturbing {
  /** What the servers are started with. */
  readonly options: Pick<PlaceOptions, 'database' | 'environment'>;
  disturb(place: RunningPlace, office: Pick<Office, 'sender' | 'receiver'>): (round: number) => Promise<void>;
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
  const beside = new Map<Fault, Neighbour>();
  for (const fault of faults) if (isNeighbour(fault)) beside.set(fault, await startNeighbour(fault));
  const environment = Object.assign({}, ...[...beside.values()].map((one) => one.environment)) as Record<string, string>;
  return {
    options: {
      environment,
      ...(proxy ? { database: (name: string) => `postgres://${cluster.user}@127.0.0.1:${proxy.port}/${name}` } : {}),
    },
    disturb:
      (place, { sender, receiver }) =>
      async (round) => {
        const dice = diceOf(seed, -1 - round);
        const fault = dice.oneIn(4) ? dice.pick(faults) : undefined;
        if (fault === 'receivers') receiver.refuse(dice);
        else if (fault !== undefined && isNeighbour(fault)) await beside.get(fault)?.strike(dice, place);
        else if (fault !== undefined && !isDiskFault(fault)) await strike(fault, dice, { place, sender, proxy });
      },
    async calm(place, sender) {
      proxy?.callOff();
      for (const one of beside.values()) one.calm();
      if (!faults.includes('clock')) return;
      for (const which of place.addresses().keys()) await moveClock(place, sender, which, 0);
    },
    async stop() {
      await proxy?.stop();
      for (const one of beside.values()) await one.stop();
    },
  };
}

interface Struck {
  readonly place: RunningPlace;
  readonly sender: Sender;
  readonly proxy: Proxy | undefined;
}

async function strike(fault: (typeof names)[number], dice: Dice, { place, sender, proxy }: Struck): Promise<void> {
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
