import { createHash } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { TimestampError } from './timestamp-error.ts';
import { verifyTimestamp } from './timestamp.ts';

/** Every kept token against the note that it is over, and the first that does not hold. Which roots it leads to was judged when it came. */
export async function checkStamps(tx: Tx, batch = 200): Promise<{ checked: number; broken: { row: string; reason: string } | null }> {
  let [checked, after] = [0, '0'];
  for (;;) {
    const rows = await tx
      .selectFrom('log_timestamp')
      .innerJoin('log_checkpoint', 'log_checkpoint.size', 'log_timestamp.checkpoint_size')
      .select(['size', 'note', 'der', 'der_sha256', 'gen_time'])
      .where('state', '=', 'done')
      .where('size', '>', after)
      .orderBy('size')
      .limit(batch)
      .execute();
    for (const row of rows) {
      const reason = await faultOf(row);
      if (reason !== null) return { checked, broken: { row: row.size, reason } };
      [checked, after] = [checked + 1, row.size];
    }
    if (rows.length < batch) return { checked, broken: null };
  }
}

async function faultOf({ note, der, der_sha256, gen_time }: { note: string; der: Buffer | null; der_sha256: Buffer | null; gen_time: Date | null }): Promise<string | null> {
  if (!der || !der_sha256 || !createHash('sha256').update(der).digest().equals(der_sha256)) return 'its bytes were changed';
  try {
    const { genTime } = await verifyTimestamp(der, createHash('sha256').update(note).digest());
    return genTime.getTime() === gen_time?.getTime() ? null : 'it states another time';
  } catch (error) {
    if (error instanceof TimestampError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}
