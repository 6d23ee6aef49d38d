import type { ClientBase, Pool, PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../runtime/startup-error.ts';
import { counter, gauge } from '../../telemetry/registry.ts';
import { openPool } from '../pool.ts';
import { lsnOf, positionOfPrimary, positionOfReplica, type WalPosition } from './wal-position.ts';
import type { ReadingCall } from './call-reads.ts';
import { replicaReader, type Reader } from './reader.ts';

/** A standby that serves lists and exports; reads fall back to the primary while the standby is behind or fails. */
export interface Replica {
  /** A reader with as many connections to the replica as `primary` may have. @param prepare is awaited on each new connection. */
  reader(primary: Pool, prepare: (client: ClientBase) => Promise<void>): Reader;
  /** Records that a session has written: from now on it reads only from servers that have replayed everything written until now. */
  noteWritten(sessionHash: Buffer): Promise<void>;
  close(): Promise<void>;
}

const reads = counter({
  name: 'notary_database_list_reads_total',
  help: 'Reads of lists, where a replica is configured.',
  labels: ['from'],
});
/** The lag as this process sees it; null if there is no replica or it does not answer. */
let lagSeconds: number | null = null;
gauge(
  { name: 'notary_database_replica_lag_seconds', help: 'How old what the replica shows is at most; absent while it is not read.' },
  () => [{ value: lagSeconds }],
);

const lookMs = 1000;

export interface ReplicaOptions {
  readonly primary: Pool;
  readonly url: string;
  /** A replica that is further behind is not read. */
  readonly maxLagMs: number;
  readonly alarm: (line: string) => void;
}

export function openReplica({ primary, url, maxLagMs, alarm }: ReplicaOptions): Replica {
  const stopping = new AbortController();
  const pools: Pool[] = [];
  const history = lagHistory(maxLagMs);
  let fault: string | null = 'it has not been looked at yet';
  let isAlarmed = false;

  const pool = (max: number, patienceMs: number, prepare: (client: ClientBase) => Promise<void>): Pool => {
    // The timeouts are for a dead host, which sends no error.
    const opened = openPool({ connectionString: url, max, connectionTimeoutMillis: 2000, query_timeout: patienceMs }, prepare);
    pools.push(opened);
    return opened;
  };
  const own = pool(1, 5000, async () => undefined);

  async function look(): Promise<void> {
    const at = Date.now();
    const [here] = (await primary.query<WalPosition>(positionOfPrimary)).rows;
    if (typeof here?.lsn !== 'string') throw new Error('the primary does not say where it is');
    history.add(at, lsnOf(here.lsn));
    const [there] = (await own.query<WalPosition>(positionOfReplica)).rows;
    if (typeof there?.lsn !== 'string') throw new Error('it is no standby');
    if (there.cluster !== here.cluster) throw new Error('it is a standby of another database');
    lagSeconds = history.lagMs(lsnOf(there.lsn), Date.now()) / 1000;
  }
  async function lookAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await look();
        if (fault !== null && isAlarmed) alarm('The replica of DATABASE_READ_URL answers again.');
        [fault, isAlarmed] = [null, false];
      } catch (error) {
        [fault, lagSeconds] = [reasonOf(error), null];
        if (!isAlarmed && !stopping.signal.aborted) alarm(`Lists are read from the primary: the replica of DATABASE_READ_URL: ${fault}`);
        isAlarmed = true;
      }
      await sleep(lookMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }
  const looking = lookAgainAndAgain();

  /** The position that a connection's server had replayed when last asked. It never decreases. */
  const known = new WeakMap<PoolClient, bigint>();
  async function reaches(client: PoolClient, wanted: bigint): Promise<boolean> {
    if ((known.get(client) ?? -1n) >= wanted) return true;
    const { rows } = await client.query<WalPosition>(positionOfReplica);
    const lsn = rows[0]?.lsn;
    if (typeof lsn !== 'string') return false;
    known.set(client, lsnOf(lsn));
    return lsnOf(lsn) >= wanted;
  }
  async function fromReplica(from: Pool, { written }: ReadingCall): Promise<PoolClient | null> {
    const floor = history.floor(Date.now());
    if (fault !== null || floor === null) return null;
    const wanted = written === null ? floor : later(floor, lsnOf(written));
    let client: PoolClient | undefined;
    try {
      client = await from.connect();
      if (await reaches(client, wanted)) return client;
      client.release();
    } catch (error) {
      client?.release(true);
      fault = reasonOf(error);
    }
    return null;
  }

  return {
    reader(of, prepare) {
      const from = pool(of.options.max ?? 1, 30_000, prepare);
      return replicaReader(of, async (call) => {
        const client = await fromReplica(from, call);
        reads.add([client ? 'replica' : 'primary']);
        return client;
      });
    },
    noteWritten: (sessionHash) => noteWritten(primary, sessionHash),
    async close() {
      stopping.abort();
      await looking;
      lagSeconds = null;
      await Promise.all(pools.map((one) => one.end()));
    },
  };
}

async function noteWritten(primary: Pool, sessionHash: Buffer): Promise<void> {
  await primary.query({
    name: 'session-written',
    text: `update session set written_to = pg_current_wal_flush_lsn()
             from (select set_config('synchronous_commit', 'off', true)) of_this_statement where token_hash = $1`,
    values: [sessionHash],
  });
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || (errorCode(error) ?? 'it does not answer') : String(error);
}

/** The primary's WAL positions by the time they were read. A replica that has replayed up to one is at most as old as that reading. */
export function lagHistory(maxLagMs: number) {
  const samples: { readonly at: number; readonly lsn: bigint }[] = [];
  return {
    add(at: number, lsn: bigint): void {
      samples.push({ at, lsn });
      // Keeps one reading that is older than the limit, as the floor.
      while ((samples[1]?.at ?? Infinity) <= at - maxLagMs) samples.shift();
    },
    /** The least position that a replica must have replayed; null if the primary was not read recently enough. */
    floor(now: number): bigint | null {
      const newest = samples.at(-1);
      if (!newest || newest.at < now - Math.max(maxLagMs, 5 * lookMs)) return null;
      return (samples.findLast(({ at }) => at <= now - maxLagMs) ?? samples[0] ?? newest).lsn;
    },
    lagMs(replayedTo: bigint, now: number): number {
      const had = samples.findLast(({ lsn }) => lsn <= replayedTo);
      if (had === samples.at(-1)) return had ? 0 : Infinity;
      return now - (had?.at ?? samples[0]?.at ?? now);
    },
  };
}
