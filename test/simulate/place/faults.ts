import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../installation/cluster.ts';
import { diceOf } from '../model/dice.ts';
import { startProxy, type Stroke } from './proxy.ts';
import type { PlaceOptions, RunningPlace } from './server-process.ts';

const names = ['kill', 'cut-before', 'cut-after', 'stall'] as const;
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
  disturb(place: RunningPlace): (round: number) => Promise<void>;
  /** No fault from here on. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

/** Faults of a seed: in one of four rounds, at a message or a moment that the seed says. */
export async function disturbances(
  cluster: Cluster,
  { seed, faults }: { readonly seed: number; readonly faults: readonly Fault[] },
): Promise<Disturbing> {
  const needsProxy = faults.some((fault) => fault !== 'kill');
  const proxy = needsProxy ? await startProxy(cluster) : undefined;
  const strike = async (place: RunningPlace, round: number): Promise<void> => {
    const dice = diceOf(seed, -1 - round);
    const fault = dice.oneIn(4) ? dice.pick(faults) : undefined;
    if (fault === undefined) return;
    if (fault === 'kill') {
      await sleep(dice.below(30));
      return place.killAndStart(dice.below(place.addresses().length));
    }
    proxy?.aim(fault satisfies Stroke, 1 + dice.below(60));
  };
  return {
    options: proxy ? { database: (name) => `postgres://${cluster.user}@127.0.0.1:${proxy.port}/${name}` } : {},
    disturb: (place) => (round) => strike(place, round),
    calm: async () => void proxy?.callOff(),
    stop: async () => proxy?.stop(),
  };
}
