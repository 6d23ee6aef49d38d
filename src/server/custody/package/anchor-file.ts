import { sql } from 'kysely';
import { canonicalJson } from '../../../domain/evidence/canonical-json.ts';
import type { Database, Tx } from '../../db/database.ts';
import { proofUnder } from '../log/proof.ts';

/**
 * The first confirmed chain transaction over an entry, with the signed transaction itself, and the proof that the entry is under the root
 * that it carries:
 * another checkpoint than the one with the timestamp. Null where there is none.
 */
export async function anchorFilesOf(db: Database | Tx, leafIndex: string): Promise<{ json: Uint8Array; proof: string } | null> {
  const { rows } = await sql<AnchorRow>`
    select a.chain_id as "chainId", a.tx_hash as "txHash", a.raw_tx as "rawTx", a.block_height as "blockHeight", a.chain_time as "chainTime", c.size, c.root, c.note
      from log_anchor a
      join log_checkpoint c on c.size = a.checkpoint_size
     where a.checkpoint_size > ${leafIndex}::bigint and a.state = 'done'
     order by a.checkpoint_size limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const json = canonicalJson({
    type: 'chain-anchor',
    version: 1,
    chainId: row.chainId,
    transaction: row.txHash,
    rawTransaction: row.rawTx,
    block: row.blockHeight,
    time: row.chainTime.toISOString(),
    checkpoint: row.size,
    root: row.root.toString('hex'),
  });
  return { json, proof: await proofUnder(db, leafIndex, row) };
}

interface AnchorRow {
  readonly chainId: string;
  readonly txHash: string;
  readonly rawTx: string;
  readonly blockHeight: string;
  readonly chainTime: Date;
  readonly size: string;
  readonly root: Buffer;
  readonly note: string;
}
