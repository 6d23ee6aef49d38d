import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { mainThreadSeconds, processorSeconds } from '../processor-time.ts';
import type { Farm, Part } from './farm.ts';

export interface Watched<Result> {
  readonly result: Result;
  readonly seconds: number;
  /** Used processors, by part; `client` is this process. */
  readonly cores: Readonly<Record<Part | 'client', number>>;
  /** Of the whole machine, including other work. */
  readonly machineCores: number;
  /** Of the servers' main threads together. */
  readonly mainCores: number;
  /** Maximum of client connections to PostgreSQL. */
  readonly connections: number;
  /** Mean number of sessions that waited while they worked, by what they waited for, in descending order. */
  readonly waits: readonly { readonly what: string; readonly sessions: number }[];
  /** Bytes of PostgreSQL's write-ahead log. */
  readonly logBytes: number;
}

/** Observes everything while a work runs: processor time from its beginning to its end, and sessions of PostgreSQL five times a second. */
export async function watched<Result>({ pool, processes }: Farm, work: () => Promise<Result>): Promise<Watched<Result>> {
  const parts = Object.entries(processes()) as [Part, readonly number[]][];
  const taken = async () => ({
    parts: await Promise.all(parts.map(async ([, pids]) => sum(await Promise.all(pids.map(wholeSeconds))))),
    main: sum(await Promise.all(processes().servers.map(mainThreadSeconds))),
    own: ownSeconds(),
    machine: machineSeconds(),
    log: await logPosition(pool),
  });
  const over = new AbortController();
  const looking = lookAtSessions(pool, over.signal);
  const [began, before] = [performance.now(), await taken()];
  const result = await work().finally(() => over.abort());
  const seconds = (performance.now() - began) / 1000;
  const after = await taken();
  const cores = Object.fromEntries(parts.map(([name], at) => [name, ((after.parts[at] ?? 0) - (before.parts[at] ?? 0)) / seconds]));
  return {
    result,
    seconds,
    cores: { ...cores, client: (after.own - before.own) / seconds } as Record<Part | 'client', number>,
    machineCores: (after.machine - before.machine) / seconds,
    mainCores: (after.main - before.main) / seconds,
    logBytes: after.log - before.log,
    ...(await looking),
  };
}

async function lookAtSessions(pool: Pool, over: AbortSignal) {
  const seen = new Map<string, number>();
  let [looks, connections] = [0, 0];
  while (!over.aborted) {
    const { rows } = await pool.query<{ what: string | null; n: number }>(`
      select case when state = 'active' then wait_event_type || ' ' || wait_event end as what, count(*)::int as n
        from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1`);
    looks += 1;
    connections = Math.max(connections, sum(rows.map(({ n }) => n)));
    for (const { what, n } of rows) if (what !== null && !what.startsWith('Client ')) seen.set(what, (seen.get(what) ?? 0) + n);
    await sleep(200, undefined, { signal: over }).catch(() => undefined);
  }
  const waits = [...seen].map(([what, n]) => ({ what, sessions: n / Math.max(1, looks) })).toSorted((a, b) => b.sessions - a.sessions);
  return { connections, waits };
}

/** PostgreSQL's share of all processor time. */
export function postgresShare({ cores }: Pick<Watched<unknown>, 'cores'>): number {
  return cores.PostgreSQL / Math.max(0.01, sum(Object.values(cores)));
}

/** The bottleneck in words: the processors of the machine, a server's main thread, a lock, or none that was observed. */
export function limitOf(seen: Pick<Watched<unknown>, 'cores' | 'mainCores' | 'machineCores' | 'waits'>, servers: number): string {
  const [own, lock] = [sum(Object.values(seen.cores)), seen.waits.find(({ what }) => what.startsWith('Lock '))];
  const processors = availableParallelism();
  const bottlenecks: string[] = [];
  if (seen.machineCores > 0.85 * processors)
    bottlenecks.push(`the machine's ${processors} processors (${seen.machineCores.toFixed(2)} taken, ${own.toFixed(2)} by this)`);
  if (seen.mainCores > 0.9 * servers) bottlenecks.push("the servers' main threads");
  if (lock && lock.sessions > 0.3) bottlenecks.push(`${lock.what} (${lock.sessions.toFixed(1)} sessions)`);
  if (bottlenecks.length === 0)
    bottlenecks.push(seen.waits[0] ? `${seen.waits[0].what} (${seen.waits[0].sessions.toFixed(1)} sessions)` : 'nothing seen');
  return bottlenecks.join(', ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}

/** A process that ends during the reading is missed, with all its processor time; reading twice avoids a single miss. */
async function wholeSeconds(pid: number): Promise<number> {
  return Math.max(await processorSeconds(pid), await processorSeconds(pid));
}

function machineSeconds(): number {
  return sum(cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)) / 1000;
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function logPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ at: number }>("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at");
  return rows[0]?.at ?? 0;
}
