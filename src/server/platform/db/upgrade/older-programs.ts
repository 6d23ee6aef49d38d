import type { ClientBase } from 'pg';
import { locks } from '../locks.ts';
import type { Release } from './series.ts';
import { versionCode } from './version-code.ts';

/**
 * Describes a program of a release before `oldest` that uses the database; null if there is none. There are two sources. Every connection
 * shares the lock `use`, and since 1.1.0 one that names its release. Servers and workers also report every ten seconds in the table
 * `server`, which finds those that have no connection at the moment.
 */
export async function olderPrograms(client: Pick<ClientBase, 'query'>, oldest: Release): Promise<string | null> {
  return (await olderServers(client, oldest)) ?? (await olderConnections(client, oldest));
}

/** A process that has not reported for this long is taken to have ended. */
const silentSeconds = 60;

async function olderServers(client: Pick<ClientBase, 'query'>, oldest: Release): Promise<string | null> {
  // The table came with 1.1.0.
  const { rows: there } = await client.query<{ isThere: boolean }>(`select to_regclass('server') is not null as "isThere"`);
  if (!there[0]?.isThere) return null;
  const { rows } = await client.query<{ kind: string; release: string; host: string; pid: number; seconds: number }>(
    `select kind, release, host, pid, extract(epoch from clock_timestamp() - seen_at)::int as seconds from server
      where seen_at > clock_timestamp() - make_interval(secs => $1) order by seen_at desc`,
    [silentSeconds],
  );
  const found = rows.find(({ release }) => versionCode(release) < versionCode(oldest.version));
  return found
    ? `a ${found.kind} of release ${found.release} (process ${found.pid} on ${found.host}, seen ${found.seconds} s ago; ` +
        `one that was killed counts for ${silentSeconds} s)`
    : null;
}

async function olderConnections(client: Pick<ClientBase, 'query'>, oldest: Release): Promise<string | null> {
  const { rows } = await client.query<{ pid: number; code: number | null; address: string | null }>(
    `select l.pid, max(l.objid::bigint) filter (where l.classid::bigint = $2)::int as code, max(host(a.client_addr)) as address
       from pg_locks l left join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.pid <> pg_backend_pid()
        and l.database = (select oid from pg_database where datname = current_database())
        and ((l.classid = 0 and l.objid::bigint = $1 and l.objsubid = 1) or (l.classid::bigint = $2 and l.objsubid = 2))
      group by l.pid`,
    [locks.use, locks.releases],
  );
  const found = rows.find(({ code }) => (code ?? firstWithoutCode) < versionCode(oldest.version));
  if (!found) return null;
  const release = found.code === null ? '1.0.0 or before' : versionOf(found.code);
  return `a program of release ${release} (connected from ${found.address ?? 'this machine'}, backend ${found.pid})`;
}

/** Programs up to 1.0.0 hold no lock that names their release. */
const firstWithoutCode = versionCode('1.0.0');

function versionOf(code: number): string {
  return [Math.floor(code / 1_000_000), Math.floor(code / 1000) % 1000, code % 1000].join('.');
}
