import { sql } from 'kysely';
import { canonicalJson } from '../../../domain/proof/evidence/canonical-json.ts';
import type { Tx } from '../../platform/db/database.ts';
import { cosignedProof } from '../log/proof.ts';

/** A confirmed chain transaction over an entry. */
export interface ChainAnchor {
  /** Null in rows that do not name a chain. */
  readonly chainId: string | null;
  /** The package's file about the transaction, including the signed transaction itself. */
  readonly json: Uint8Array;
  /** Proof that the entry is under the root in the transaction. Its checkpoint differs from the one with the timestamp. */
  readonly proof: string;
  /** Size of that checkpoint. */
  readonly checkpointSize: string;
}

/** The first confirmed transaction over an entry; null if there is none. */
export async function readChainAnchor(tx: Tx, leafIndex: string): Promise<ChainAnchor | null> {
  const { rows } = await sql<AnchorRow>`
    select a.chain_id as "chainId", a.tx_hash as "txHash", a.raw_tx as "rawTx", a.block_height as "blockHeight",
           a.chain_time as "chainTime", c.size, c.root, c.note
      from log_anchor a
      join log_checkpoint c on c.size = a.checkpoint_size
     where a.checkpoint_size > ${leafIndex}::bigint and a.state = 'done'
     order by a.checkpoint_size limit 1`.execute(tx);
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
  return { chainId: row.chainId, json, proof: await cosignedProof(tx, leafIndex, row), checkpointSize: row.size };
}

interface AnchorRow {
  readonly chainId: string | null;
  readonly txHash: string;
  readonly rawTx: string;
  readonly blockHeight: string;
  readonly chainTime: Date;
  readonly size: string;
  readonly root: Buffer;
  readonly note: string;
}
