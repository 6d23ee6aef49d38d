import { utf8 } from '../../../domain/tlog/bytes.ts';
import { formatConsistency } from '../../../domain/tlog/consistency/consistency-text.ts';
import { assembleProof, consistencyPlan, planNodes } from '../../../domain/tlog/merkle-proof.ts';
import { sliceOf } from '../../../domain/tlog/tiles.ts';
import type { Database, Tx } from '../../db/database.ts';
import { readNodes } from './proof.ts';

/**
 * That trees of those sizes are where the newest one began; the text has its checkpoint. Null before the first checkpoint.
 * @param sizes of checkpoints that were signed; in any order, some of them twice.
 */
export async function consistencyOf(db: Database | Tx, sizes: readonly string[]): Promise<Uint8Array | null> {
  const newest = await db.selectFrom('log_checkpoint').select(['size', 'note']).orderBy('size', 'desc').limit(1).executeTakeFirst();
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
  return formatConsistency({ proofs, checkpoint: utf8(newest.note) });
}
