import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../../../src/server/platform/db/pool.ts';
import { findTool } from '../../../../scripts/tools/tools.mjs';
import { postgresAccount } from './system-postgres.ts';

export interface PoolerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/**
 * Debian's PgBouncer in front of a PostgreSQL that is reached by a socket, in a new folder below `folder`; every database by its name. As
 * root it runs as PostgreSQL's user, because it refuses root. @param settings additional lines of the section `pgbouncer`.
 */
export async function startPooler(
  folder: string,
  before: PoolerAddress,
  settings: Readonly<Record<string, string | number>> & { readonly pool_mode: 'session' | 'transaction' | 'statement' },
): Promise<{ readonly address: PoolerAddress; stop(): Promise<void> }> {
  const account = process.getuid?.() === 0 ? postgresAccount() : null;
  const own = join(folder, `pooler-${settings.pool_mode}-${(started += 1)}`);
  await mkdir(own, { mode: 0o755 });
  const address = { host: own, port: 6432, user: before.user };
  const all = {
    unix_socket_dir: own,
    listen_port: address.port,
    auth_type: 'trust',
    auth_file: join(own, 'users'),
    // Users created by a test are known, too.
    auth_user: before.user,
    auth_query: "select rolname, ''::text from pg_roles where rolname = $1",
    default_pool_size: 60,
    max_client_conn: 2000,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(own, 'pgbouncer.ini');
  await writeFile(all.auth_file, `"${before.user}" ""\n`);
  await writeFile(file, `[databases]\n* = host=${before.host} port=${before.port}\n[pgbouncer]\n${lines.join('\n')}\n`);
  if (account) await chown(own, account.uid, account.gid);
  const child = spawn(findTool('pgbouncer') ?? 'pgbouncer', [file], { ...account, cwd: own, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  try {
    await untilItAnswers(address, () => (child.exitCode === null ? null : output));
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

let started = 0;

async function untilItAnswers(address: PoolerAddress, ended: () => string | null): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const pool = openPool({ ...address, database: 'postgres', max: 1 });
    const answered = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await pool.end();
    if (answered) return;
    const words = ended();
    if (words !== null) throw new Error(`PgBouncer has ended:\n${words}`);
    await sleep(100);
  }
  throw new Error('PgBouncer does not answer');
}
