import { assembleProof, consistencyPlan, planNodes } from '../../../domain/proof/tlog/merkle-proof.ts';
import type { Hash } from '../../../domain/proof/tlog/merkle.ts';
import { edgeRoot, edgeTiles, readEdge } from '../../../domain/proof/tlog/tile-edge.ts';
import { sliceOf } from '../../../domain/proof/tlog/tiles.ts';
import type { Database } from '../../platform/db/database.ts';
import { needTiles } from '../log/log-store.ts';
import { readNodes } from '../log/proof.ts';

/** The root of this log's tree at a size, whether or not a checkpoint was signed then. */
export async function rootAt(db: Database, size: number): Promise<Hash> {
  return edgeRoot(readEdge(size, await needTiles(db, edgeTiles(size))));
}

/** Proof that the tree of `size` leaves starts with that of `oldSize`; empty if there is nothing to prove. */
export async function consistencyFrom(db: Database, oldSize: number, size: number): Promise<Hash[]> {
  const plan = consistencyPlan(oldSize, size);
  return assembleProof(plan, await readNodes(db, planNodes(plan).map(sliceOf)));
}
