import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../../src/server/platform/db/database.ts';
import type { PgSettings } from '../../../../src/server/platform/postgres/postmaster.ts';

/** The newest PostgreSQL (15 or later) that the machine's own packages installed, or null. */
export function findSystemPostgres(): string | null {
  const versions = existsSync(base)
    ? readdirSync(base)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const bin = join(base, String(Math.max(...versions)), 'bin');
  return versions.length > 0 && existsSync(join(bin, 'initdb')) ? bin : null;
}

export interface SystemPostgres {
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  /** Fast mode: connections are ended. */
  stop(): Promise<void>;
  /** Like `kill -9` of its first process; the others follow. */
  kill(): Promise<void>;
}

/** Starts the machine's PostgreSQL on a new cluster in `folder`; as root it runs as the packages' own user. */
export async function startSystemPostgres(folder: string, settings: PgSettings = {}): Promise<SystemPostgres> {
  const cluster = await clusterFolder(folder, 'system');
  runProgram(folder, 'initdb', '-D', cluster, '-U', 'notary', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  return runCluster(folder, cluster, settings);
}

/** Starts a standby of `primary` in `folder`, which streams from it under the given name. */
export async function startStandby(folder: string, primary: SystemPostgres, name: string, settings: PgSettings = {}) {
  const cluster = await clusterFolder(folder, name);
  const { host, port, user } = primary.address;
  const from = ['-h', host, '-p', String(port), '-U', user];
  runProgram(folder, 'pg_basebackup', ...from, '-D', cluster, '-X', 'stream', '-R', '-c', 'fast', '--no-sync');
  // The lock of the primary's socket, which is in its folder.
  await rm(join(cluster, `.s.PGSQL.${port}.lock`), { force: true });
  // A standby is identified at its primary by the name of its cluster.
  const standby = await runCluster(folder, cluster, { ...settings, cluster_name: name });
  return { ...standby, promote: () => runProgram(folder, 'pg_ctl', 'promote', '-D', cluster, '-w') };
}

async function clusterFolder(folder: string, name: string): Promise<string> {
  const cluster = join(folder, name);
  await mkdir(cluster, { mode: 0o700 });
  const account = accountOrNull();
  if (account) await chown(cluster, account.uid, account.gid);
  chmodSync(folder, 0o755);
  return cluster;
}

function runProgram(folder: string, program: 'initdb' | 'pg_basebackup' | 'pg_ctl', ...args: string[]): void {
  const made = spawnSync(join(systemBin(), program), args, { ...accountOrNull(), cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${program}: ${made.stderr}`);
}

/** Reached by a socket in the cluster's folder. */
async function runCluster(folder: string, cluster: string, settings: PgSettings): Promise<SystemPostgres> {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(systemBin(), 'postgres'), ['-D', cluster, '-k', cluster, '-c', 'listen_addresses=', ...given], {
    ...accountOrNull(),
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  // Interrupted tests stop it too.
  const endAtOnce = () => server.kill('SIGQUIT');
  process.once('exit', endAtOnce);
  server.once('exit', () => process.off('exit', endAtOnce));
  const address = { host: cluster, port: Number(settings['port'] ?? 5432), user: 'notary', database: 'postgres' };
  await untilItAnswers(address);
  return { address, stop: () => end('SIGINT'), kill: () => end('SIGKILL') };
}

function systemBin(): string {
  const bin = findSystemPostgres();
  if (bin === null) throw new Error('there is no PostgreSQL of the system');
  return bin;
}

const accountOrNull = () => (process.getuid?.() === 0 ? postgresAccount() : null);

const base = '/usr/lib/postgresql';

/** The packages' own user; as root, because PostgreSQL refuses root. */
export function postgresAccount(): { uid: number; gid: number } {
  const [, , uid, gid] = spawnSync('getent', ['passwd', 'postgres'], { encoding: 'utf8' }).stdout.split(':');
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres');
  return { uid: Number(uid), gid: Number(gid) };
}

async function untilItAnswers(address: { host: string; port: number; user: string; database: string }): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const { pool } = openDatabase(address, 1);
    const answered = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await pool.end();
    if (answered) return;
    if (attempt > 100) throw new Error('PostgreSQL does not answer');
    await sleep(100);
  }
}
