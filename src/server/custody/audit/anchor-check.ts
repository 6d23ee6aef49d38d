import type { Database } from '../../platform/db/database.ts';
import { ForeignTransaction, type Chain, type MinedTransaction } from '../chain/chain.ts';

export interface AnchorCheck {
  readonly anchors: number;
  /** The first checkpoint whose anchor on the chain differs from its row. */
  readonly broken: { readonly checkpoint: string; readonly reason: string } | null;
}

/** Looks up every anchoring transaction on the chain and compares it with its row. @throws ChainError if the node does not answer. */
export async function checkAnchors(db: Database, chain: Chain): Promise<AnchorCheck> {
  const rows = await db
    .selectFrom('log_anchor')
    .innerJoin('log_checkpoint', 'log_checkpoint.size', 'log_anchor.checkpoint_size')
    .select(['log_checkpoint.size', 'log_checkpoint.root', 'log_anchor.tx_hash', 'log_anchor.block_height', 'log_anchor.chain_time'])
    .where('log_anchor.state', '=', 'done')
    .orderBy('log_checkpoint.size')
    .execute();
  for (const [anchors, { size, root, tx_hash: hash, block_height: height, chain_time: time }] of rows.entries()) {
    const broken = (reason: string): AnchorCheck => ({ anchors, broken: { checkpoint: size, reason } });
    const found = /^0x[0-9a-f]{64}$/i.test(hash ?? '') ? await lookUp(chain, hash ?? '', root) : null;
    if (!found) return broken(`no block holds transaction ${hash ?? ''}`);
    if (found instanceof ForeignTransaction || found.hasFailed)
      return broken(`transaction ${hash ?? ''} does not carry its root, or failed`);
    if (String(found.blockHeight) !== height)
      return broken(`transaction ${found.hash} is in block ${found.blockHeight}, not ${height ?? ''}`);
    if (found.chainTime.getTime() !== time?.getTime())
      return broken(`block ${height ?? ''} is of ${found.chainTime.toISOString()}, the row says ${time?.toISOString() ?? ''}`);
  }
  return { anchors: rows.length, broken: null };
}

async function lookUp(chain: Chain, hash: string, root: Buffer): Promise<MinedTransaction | ForeignTransaction | null> {
  return chain.find(hash, root).catch((error: unknown) => {
    if (error instanceof ForeignTransaction) return error;
    throw error;
  });
}
