import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openPool } from '../../platform/db/pool.ts';
import { lsnOf, positionOfPrimary, positionOfReplica, type WalPosition } from '../../platform/db/replica/wal-position.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { systemReason } from '../../platform/runtime/startup-error.ts';
import { advice, type SystemFinding } from './finding.ts';

const line = { item: 'replica', name: '只读副本' } as const;
/** Within the six seconds of a check. */
const mostMs = 4000;

/** How far the replica lags, measured by waiting for the primary's current position. Empty if no replica is configured. */
export async function replicaFindings(
  { database: { readUrl, readLagMs } }: Pick<Config, 'database'>,
  primary: Pool,
): Promise<SystemFinding[]> {
  if (readUrl === undefined) return [];
  const pool = openPool({ connectionString: readUrl, max: 1, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  try {
    const behindMs = await timeBehind(primary, pool, Math.min(readLagMs, mostMs));
    if (behindMs === null) return [fault(`more than ${Math.min(readLagMs, mostMs) / 1000} s behind`, '落后过多')];
    return [{ ...line, state: 'ok', detail: `it had all within ${behindMs} ms`, text: `${behindMs} 毫秒内跟上` }];
  } catch (error) {
    return [fault(systemReason(error), '无法使用')];
  } finally {
    await pool.end();
  }
}

function fault(detail: string, text: string): SystemFinding {
  return {
    ...line,
    state: 'warn',
    detail: `${detail}; lists and exports are read from the primary`,
    text: `${text}，列表和导出改由主库提供`,
    ...advice(
      'look at the standby of DATABASE_READ_URL, its log and the network between',
      '检查 DATABASE_READ_URL 所指的备库、其日志和网络',
    ),
  };
}

/** Null if it takes longer than `mostBehindMs`. @throws Error if it is not a standby of this database. */
async function timeBehind(primary: Pool, replica: Pool, mostBehindMs: number): Promise<number | null> {
  const [here] = (await primary.query<WalPosition>(positionOfPrimary)).rows;
  for (const began = Date.now(); ; await sleep(50)) {
    const [there] = (await replica.query<WalPosition>(positionOfReplica)).rows;
    if (typeof there?.lsn !== 'string') throw new Error('it is no standby');
    if (there.cluster !== here?.cluster) throw new Error('it is a standby of another database');
    const tookMs = Date.now() - began;
    if (lsnOf(there.lsn) >= lsnOf(here.lsn ?? '')) return tookMs;
    if (tookMs > mostBehindMs) return null;
  }
}
