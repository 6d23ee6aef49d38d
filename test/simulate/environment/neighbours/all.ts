import { startChain } from './chain.ts';
import type { Neighbour } from './neighbour.ts';
import { startStore } from './s3.ts';
import { startTsa } from './tsa.ts';
import { startWitness } from './witness.ts';

const neighbours = { tsa: startTsa, chain: startChain, s3: startStore, witness: startWitness } as const;
export type NeighbourFault = keyof typeof neighbours;
export const neighbourFaults = Object.keys(neighbours) as NeighbourFault[];

export function isNeighbour(name: string): name is NeighbourFault {
  return name in neighbours;
}

export function startNeighbour(name: NeighbourFault): Promise<Neighbour> {
  return neighbours[name]();
}
