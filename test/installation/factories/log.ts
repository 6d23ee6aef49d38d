import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Database, Tx } from '../../../src/server/platform/db/database.ts';
import { appendEntry } from '../../../src/server/custody/log/append.ts';

/** Empties the log and the trail, which no server can do: the guards are disabled for these statements only. */
export async function emptyLog({ pool }: { pool: Pool }): Promise<void> {
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    truncate mark, log_pending, log_entry, log_checkpoint, log_tile, log_timestamp, evidence_timestamp, archive_timestamp, sm2_timestamp,
      stamp_line, log_anchor, trail, trail_erased, trail_pending, trail_chain, witness_round, witness_answer, witness_state,
      witness_cosignature, cosigned_checkpoint, witness_conflict;
    update event_anchored set size = 0, cosigned_size = 0;
    commit`);
}

/** Puts an evidence into an empty log, as its first leaf, under a checkpoint of 2026-01-01 08:00 in Shanghai. */
export async function atFirstCheckpoint(db: Database, number: string): Promise<void> {
  const { log_entry } = await db.selectFrom('evidence').select('log_entry').where('number', '=', number).executeTakeFirstOrThrow();
  await db
    .insertInto('log_entry')
    .values({ seq: '0', pending_id: log_entry, leaf_hash: randomBytes(32), entry: randomBytes(8) })
    .execute();
  await db
    .insertInto('log_checkpoint')
    .values({ size: '1', previous_size: '0', root: randomBytes(32), note: '', trail_seq: '0', signed_at: new Date('2026-01-01T00:00:00Z') })
    .execute();
}

/** One waiting entry for each text. @returns their ids. */
export async function enqueue(db: Database | Tx, texts: readonly string[]): Promise<string[]> {
  if (db.isTransaction) return appendAll(db as Tx, texts);
  return db.transaction().execute((tx) => appendAll(tx, texts));
}

async function appendAll(tx: Tx, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push(await appendEntry(tx, Buffer.from(text)));
  return ids;
}
