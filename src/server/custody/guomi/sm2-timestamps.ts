import type { Database, Tx } from '../../db/database.ts';
import type { StoredTimestamp } from '../log/proof.ts';

/** The token of the SM2 authority over that very checkpoint; null where there is none yet. */
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
