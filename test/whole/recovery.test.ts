import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fsck } from '../../src/cli/check/fsck.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { openInstallation } from '../../src/server/platform/installation/open.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { sha256Of } from '../installation/factories/evidence.ts';
import { enqueue } from '../installation/factories/log.ts';
import { findSystemPostgres, postgresAccount } from '../installation/servers/postgres/system-postgres.ts';
import { tool } from '../installation/tool.ts';

const backRest = tool('pgbackrest', 'PostgreSQL');
const bin = findSystemPostgres() ?? '';
/** PostgreSQL refuses root. */
const account: { uid?: number; gid?: number } = process.getuid?.() === 0 && !backRest.isMissing ? postgresAccount() : {};
const run = async (file: string, ...args: string[]) =>
  (await promisify(execFile)(file, args, { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } })).stdout;

describe.skipIf(backRest.isMissing)(`recovery to a moment, with pgBackRest on the system's PostgreSQL${backRest.note}`, () => {
  let folder: string;
  let cluster: string;
  const port = 20_000 + (process.pid % 10_000);
  const inFolder = (...parts: string[]) => join(folder, ...parts);
  const pgbackrest = (...args: string[]) => run(backRest.path, `--config=${inFolder('pgbackrest.conf')}`, '--stanza=notary', ...args);
  const postgres = (act: 'start' | 'stop') =>
    run(`${bin}/pg_ctl`, act, '-D', cluster, '-w', '-t', '60', '-m', 'fast', ...(act === 'start' ? ['-l', inFolder('postgres.log')] : []));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-moment-'));
    cluster = inFolder('cluster');
    for (const name of ['', 'cluster', 'repository', 'work']) {
      await mkdir(inFolder(name), { recursive: true, mode: 0o700 });
      if (account.uid !== undefined) await chown(inFolder(name), account.uid, account.gid ?? account.uid);
    }
    await writeFile(
      inFolder('pgbackrest.conf'),
      `[global]\nrepo1-path=${inFolder('repository')}\nlog-path=${inFolder('work')}\nlock-path=${inFolder('work')}\n` +
        `spool-path=${inFolder('work')}\nlog-level-console=warn\nstart-fast=y\ncompress-level=1\n` +
        `[notary]\npg1-path=${cluster}\npg1-port=${port}\npg1-socket-path=${inFolder('work')}\npg1-user=postgres\n`,
      { mode: 0o644 },
    );
    await run(`${bin}/initdb`, '-D', cluster, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C.UTF-8');
    await appendFile(
      join(cluster, 'postgresql.conf'),
      `\nlisten_addresses = ''\nport = ${port}\nunix_socket_directories = '${inFolder('work')}'\nfsync = off\narchive_mode = on\n` +
        `archive_command = 'pgbackrest --config=${inFolder('pgbackrest.conf')} --stanza=notary archive-push %p'\n`,
    );
    await postgres('start');
  });
  afterAll(async () => {
    await postgres('stop').catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });

  it('brings back the rows of that moment, finds all their files, and tells which files are later', async () => {
    await pgbackrest('stanza-create');
    const address = { host: inFolder('work'), port, user: 'postgres', database: 'postgres' };
    const config = readConfig({
      DATABASE_URL: `postgres:///postgres?host=${encodeURIComponent(inFolder('work'))}&port=${port}&user=postgres`,
      DATA_DIR: inFolder('data'),
    });
    const installation = await openInstallation(config, () => undefined);
    const addFiles = async (count: number) => {
      const signer = await openLogSigner(installation.db, readConfig({}));
      const added: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const bytes = randomBytes(200);
        const { sha256, sizeBytes } = await installation.store.put(Readable.from([bytes]), { maxBytes: 200 });
        await installation.db
          .insertInto('stored_object')
          .values({ sha256, size_bytes: String(sizeBytes) })
          .execute();
        await enqueue(installation.db, [sha256Of(bytes)]);
        added.push(sha256);
      }
      await growLog(installation.db, signer);
      return added;
    };
    await addFiles(3);
    await pgbackrest('backup', '--type=full');
    const before = await addFiles(4);
    const { rows } = await installation.pool.query<{ moment: string }>('select clock_timestamp()::text as moment');
    const moment = rows[0]?.moment ?? '';
    const later = await addFiles(2);
    await installation.pool.query('select pg_switch_wal()');
    await installation.close();
    await postgres('stop');
    await rm(cluster, { recursive: true });
    await mkdir(cluster, { mode: 0o700 });
    if (account.uid !== undefined) await chown(cluster, account.uid, account.gid ?? account.uid);

    // Named explicitly, because pgBackRest selects a backup that ended in an earlier second than the target time.
    const [{ backup }] = JSON.parse(await pgbackrest('info', '--output=json')) as [{ backup: { label: string }[] }];
    const set = `--set=${backup.at(-1)?.label ?? ''}`;
    await pgbackrest('restore', set, '--type=time', `--target=${moment}`, '--target-action=promote');
    await postgres('start');
    const { db, pool } = openDatabase(address, 2);
    try {
      const isRecovering = async () => (await pool.query<{ still: boolean }>('select pg_is_in_recovery() as still')).rows[0]?.still;
      await vi.waitUntil(async () => (await isRecovering()) === false, { timeout: 120_000, interval: 200 });
      const found = await fsck.run({ db, pool, args: ['--objects', '--later'], config });
      expect(found.failed).toBe(false);
      const kept = await db.selectFrom('stored_object').select('sha256').execute();
      expect(kept).toHaveLength(7);
      expect(kept.map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining(before));
      expect(found.text).toContain('log: 7 entries');
      expect(found.value).toMatchObject({ objects: { later: 2 } });
      for (const sha256 of later) expect(found.text).toContain(sha256);
      expect(found.text).toContain('later: 2 stored files that came after the newest row that names one');
    } finally {
      await db.destroy();
    }
  });
});
