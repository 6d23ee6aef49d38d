import { sql, type RawBuilder } from 'kysely';
import type { ExplorerRecord } from '../../../contract/console/explorer.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Finds log positions by leaf hash, transaction hash or a file's SHA-256 (64 lower-case hex digits), or by a checkpoint's number. Null if
 * the query is none of these. Reveals neither evidence numbers nor owners: a hash shows only when it was first stored.
 */
export async function lookUp(db: Database, query: string): Promise<ExplorerRecord[] | null> {
  if (/^[1-9]\d{0,17}$/.test(query)) return find(db, checkpointNumbered(query));
  if (!/^[0-9a-f]{64}$/.test(query)) return null;
  return find(db, sql`${leafHashed(query)} union all ${anchoredIn(query)} union all ${fileHashed(query)}`);
}

const recordsMax = 20;

/** Each query gives `found_as`, the entry's position and hash (null for a checkpoint itself), and the smallest covering checkpoint size. */
type Places = RawBuilder<unknown>;

function leafHashed(hash: string): Places {
  return sql`select 'leaf' as found_as, e.seq, e.leaf_hash, e.seq + 1 as least from log_entry e where e.leaf_hash = decode(${hash}, 'hex')`;
}

/**
 * Of several evidences of one file only the first stored one, as on the verification page, because how many others stored it is
 * confidential.
 */
function fileHashed(hash: string): Places {
  return sql`select 'file', e.seq, e.leaf_hash, e.seq + 1 from (
      select evidence.log_entry from evidence_file f join evidence on evidence.id = f.evidence_id
       where f.sha256 = ${hash} and f.role = 'original' order by evidence.saved_at, evidence.id limit 1
    ) first join log_entry e on e.pending_id = first.log_entry`;
}

function anchoredIn(hash: string): Places {
  return sql`select 'transaction', null::bigint, null::bytea, a.checkpoint_size from log_anchor a
    where a.tx_hash = ${`0x${hash}`} and a.state = 'done'`;
}

function checkpointNumbered(size: string): Places {
  return sql`select 'checkpoint' as found_as, null::bigint as seq, null::bytea as leaf_hash, c.size as least from log_checkpoint c
    where c.size = ${size}::bigint`;
}

interface Found {
  found_as: ExplorerRecord['found_as'];
  seq: string | null;
  leaf_hash: string | null;
  size: string;
  root: string;
  signed_at: Date;
  gen_time: Date | null;
  waits: boolean;
  tx_hash: string | null;
  block_height: string | null;
  chain_time: Date | null;
}

async function find(db: Database, places: Places): Promise<ExplorerRecord[]> {
  const { rows } = await sql<Found>`
    select p.found_as, p.seq, encode(p.leaf_hash, 'hex') as leaf_hash, c.size, encode(c.root, 'hex') as root, c.signed_at,
           t.gen_time, exists (select from log_timestamp w where w.checkpoint_size >= p.least and w.state = 'waiting') as waits,
           a.tx_hash, a.block_height, a.chain_time
      from (${places}) p
      cross join lateral (select * from log_checkpoint where size >= p.least order by size limit 1) c
      left join lateral (select gen_time from log_timestamp where checkpoint_size >= p.least and state = 'done'
        order by checkpoint_size limit 1) t on true
      left join lateral (select tx_hash, block_height, chain_time from log_anchor where checkpoint_size >= p.least and state = 'done'
        order by checkpoint_size limit 1) a on true
     order by c.size, p.seq, p.found_as limit ${recordsMax}`.execute(db);
  return rows.map(recordOf);
}

function recordOf(row: Found): ExplorerRecord {
  return {
    found_as: row.found_as,
    leaf_index: row.seq,
    leaf_hash: row.leaf_hash,
    checkpoint: row.size,
    root: row.root,
    signed_at: formatTime(row.signed_at),
    timestamp: row.gen_time ? 'done' : row.waits ? 'waiting' : 'none',
    timestamp_at: row.gen_time && formatTime(row.gen_time),
    transaction: row.tx_hash,
    block_height: row.block_height,
    chain_time: row.chain_time && formatTime(row.chain_time),
  };
}
