import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../src/server/db/database.ts';
import type { PgSettings } from '../../../src/server/postgres/postmaster.ts';

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

/** Starts the machine's PostgreSQL on a new cluster in `folder`; as root it runs as the packages' own user. */
export async function startSystemPostgres(folder: string, settings: PgSettings = {}) {
  const bin = findSystemPostgres();
  if (bin === null) throw new Error('there is no PostgreSQL of the system');
  const account = process.getuid?.() === 0 ? postgresAccount() : null;
  const cluster = join(folder, 'system');
  await mkdir(cluster, { mode: 0o700 });
  if (account) await chown(cluster, account.uid, account.gid);
  chmodSync(folder, 0o755);
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'notary', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      cluster,
      '-k',
      cluster,
      '-c',
      'listen_addresses=',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, cwd: folder, stdio: 'ignore', detached: true },
  );
  const address = { host: cluster, port: Number(settings['port'] ?? 5432), user: 'notary', database: 'postgres' };
  await untilItAnswers(address);
  return {
    address,
    async stop() {
      if (server.exitCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

const base = '/usr/lib/postgresql';

/** The packages' own user, for root, whom PostgreSQL refuses. */
export function postgresAccount(): { uid: number; gid: number } {
  const [, , uid, gid] = spawnSync('getent', ['passwd', 'postgres'], { encoding: 'utf8' }).stdout.split(':');
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres');
  return { uid: Number(uid), gid: Number(gid) };
}

async function untilItAnswers(address: { host: string; port: number; user: string; database: string }): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const { db, pool } = openDatabase(address, 1);
    const answered = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await db.destroy();
    if (answered) return;
    if (attempt > 100) throw new Error('PostgreSQL does not answer');
    await sleep(100);
  }
}
