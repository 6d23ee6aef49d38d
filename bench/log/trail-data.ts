import type { Pool } from 'pg';
import { insertInTurns, loadInBulk } from '../lists/bulk-load.ts';
import actsSql from './million-acts.sql?raw';

/** Links of rows $1 to $2. Their hashes are none: only the newest links are read. */
const linksSql = `insert into trail_chain (seq, trail_id, hash)
  select i, i, decode(md5(i::text) || md5(i::text), 'hex') from generate_series($1::bigint, $2::bigint) i`;
const unlinked = 1000;

/** What `loadTrail` loads: a change of it makes another installation. */
export const trailContents = [actsSql, linksSql];

/** Loads a trail of this many rows, at least 1000. The newest 1000 wait for their links. */
export async function loadTrail(pool: Pool, rows: number): Promise<void> {
  await loadInBulk(pool, ['trail'], ['trail'], () => insertInTurns(pool, actsSql, rows, rows));
  await loadInBulk(pool, ['trail_chain'], [], () => insertInTurns(pool, linksSql, rows - unlinked, rows));
  await pool.query('insert into trail_pending select id from trail where id > $1::bigint', [rows - unlinked]);
  await pool.query("select setval(pg_get_serial_sequence('trail', 'id'), $1)", [rows]);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}
