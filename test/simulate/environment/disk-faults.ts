import { diceOf } from '../model/dice.ts';
import { faultyDisk, type DiskFault, type FaultyDisk } from './disk.ts';

/** Faults of file calls in the simulator's own process; a loss of power would end it, and is made for single works alone. */
const diskFaults = { eio: 'EIO', enospc: 'ENOSPC', 'short-write': 'short' } as const satisfies Record<string, DiskFault>;
export type DiskFaultName = keyof typeof diskFaults;
export const diskFaultNames = Object.keys(diskFaults) as DiskFaultName[];

export function isDiskFault(name: string): name is DiskFaultName {
  return name in diskFaults;
}

/** Of how many file calls of a round one fails: evidence makes about ten. */
const reach = 40;

export interface DiskTrouble {
  disturb(round: number): Promise<void>;
  /** The disk is well from here on. */
  calm(): Promise<void>;
}

/** In one of two rounds a file call under a folder fails, at a place that the seed says. */
export function diskTrouble(folder: string, seed: number, faults: readonly DiskFaultName[]): DiskTrouble {
  const disk: FaultyDisk = faultyDisk([folder]);
  return {
    async disturb(round) {
      await disk.callOff();
      const dice = diceOf(seed, -1 - round, 4);
      const fault = dice.oneIn(2) ? dice.pick(faults) : undefined;
      if (fault !== undefined) disk.aim(diskFaults[fault], 1 + dice.below(reach));
    },
    async calm() {
      await disk.callOff();
      disk.remove();
    },
  };
}
