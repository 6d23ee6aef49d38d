import type { Database, Tx } from '../../platform/db/database.ts';
import type { StoredTimestamp } from '../log/proof.ts';

/** The SM2 authority's token over exactly this checkpoint; null if there is none yet. */
export async function sm2TimestampOf(db: Database | Tx, checkpointSize: string): Promise<StoredTimestamp | null> {
  const row = await db
    .selectFrom('sm2_timestamp')
    .select(['der', 'chain_pem', 'gen_time', 'serial'])
    .where('checkpoint_size', '=', checkpointSize)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return row?.der && row.chain_pem !== null && row.gen_time && row.serial !== null
    ? { der: row.der, chainPem: row.chain_pem, genTime: row.gen_time, serial: row.serial }
    : null;
}
