import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { timestampQueues, type TimestampQueue } from '../timestamps/timestamp-queue.ts';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';
import { verifyTimestamp, type ImprintHash } from '../../../domain/proof/cms/verify-timestamp.ts';

type StampTable = 'log_timestamp' | 'evidence_timestamp' | 'archive_timestamp' | 'sm2_timestamp';

export interface StampCheck {
  readonly checked: number;
  readonly broken: { readonly table: StampTable; readonly row: string; readonly reason: string } | null;
}

/** Verifies every stored token against its content and returns the first fault. Trust in its roots was checked on arrival. */
export async function checkStamps(tx: Tx, batch = 200): Promise<StampCheck> {
  let checked = 0;
  for (const [name, table] of lines) {
    const found = await checkLine(tx, name, batch);
    checked += found.checked;
    if (found.broken) return { checked, broken: { table, ...found.broken } };
  }
  return { checked, broken: null };
}

const lines: readonly (readonly [TimestampQueue, StampTable])[] = [
  ['checkpoints', 'log_timestamp'],
  ['evidence', 'evidence_timestamp'],
  ['archives', 'archive_timestamp'],
  ['sm2-checkpoints', 'sm2_timestamp'],
];

async function checkLine(
  tx: Tx,
  name: TimestampQueue,
  batch: number,
): Promise<{ checked: number; broken: { row: string; reason: string } | null }> {
  const { table, column, content } = timestampQueues[name];
  let [checked, after] = [0, '-1'];
  for (;;) {
    const { rows } = await sql<StampRow>`
      select ${column} as key, ${content} as content, der, der_sha256, gen_time from ${table} t
       where state = 'done' and ${column} > ${after}::bigint order by ${column} limit ${batch}`.execute(tx);
    for (const row of rows) {
      const reason = await faultOf(row, name === 'sm2-checkpoints' ? 'sm3' : 'sha256');
      if (reason !== null) return { checked, broken: { row: row.key, reason } };
      [checked, after] = [checked + 1, row.key];
    }
    if (rows.length < batch) return { checked, broken: null };
  }
}

interface StampRow {
  readonly key: string;
  readonly content: Buffer;
  readonly der: Buffer | null;
  readonly der_sha256: Buffer | null;
  readonly gen_time: Date | null;
}

async function faultOf({ content, der, der_sha256, gen_time }: StampRow, hash: ImprintHash): Promise<string | null> {
  if (!der || !der_sha256 || !createHash('sha256').update(der).digest().equals(der_sha256)) return 'its bytes were changed';
  try {
    const { genTime } = await verifyTimestamp(der, createHash(hash).update(content).digest(), undefined, hash);
    return genTime.getTime() === gen_time?.getTime() ? null : 'it states another time';
  } catch (error) {
    if (error instanceof TimestampError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}
