import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { formatConsistency } from '../../../domain/proof/tlog/consistency/consistency-text.ts';
import { assembleProof, consistencyPlan, planNodes } from '../../../domain/proof/tlog/merkle-proof.ts';
import { sliceOf } from '../../../domain/proof/tlog/tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { newestCosigned, withCosignatures } from './cosigned.ts';
import { readNodes } from './proof.ts';

/**
 * Proves that the trees of the given sizes are beginnings of a newer one, whose checkpoint is in the text: the newest that meets the
 * office's policy, or the newest of all if one of the sizes is larger than that. Null before the first checkpoint.
 * @param sizes of signed checkpoints, in any order; may contain duplicates.
 */
export async function consistencyOf(db: Database | Tx, sizes: readonly string[]): Promise<Uint8Array | null> {
  const newest = await newestOver(db, sizes);
  if (!newest) return null;
  const older = [...new Set(sizes.map(Number))].filter((size) => size < Number(newest.size)).toSorted((a, b) => a - b);
  const plans = older.map((size) => consistencyPlan(size, Number(newest.size)));
  const nodes = await readNodes(
    db,
    plans.flatMap((plan) => planNodes(plan).map(sliceOf)),
  );
  let at = 0;
  const proofs = plans.map((plan, index) => {
    const count = planNodes(plan).length;
    return { size: older[index] ?? 0, hashes: assembleProof(plan, nodes.slice(at, (at += count))) };
  });
  return formatConsistency({ proofs, checkpoint: utf8(await withCosignatures(db, newest)) });
}

async function newestOver(db: Database | Tx, sizes: readonly string[]) {
  const cosigned = await newestCosigned(db);
  if (cosigned && sizes.every((size) => Number(size) <= Number(cosigned.size))) return cosigned;
  return db.selectFrom('log_checkpoint').select(['size', 'note']).orderBy('size', 'desc').limit(1).executeTakeFirst();
}
