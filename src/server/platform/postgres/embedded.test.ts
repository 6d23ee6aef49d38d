import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyDataFolder } from '../../../../test/installation/data-folder.ts';
import { claimDataDir } from '../runtime/data-dir.ts';
import { processIdentity } from '../runtime/process-identity.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { attachEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { endOldPostmaster } from './old-postmaster.ts';
import type { PgAddress } from './postmaster.ts';

/** A cluster that was stopped, for tests that are not about its creation. */
let stoppedFolder: string;
let dataDir: string;
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

const newFolder = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pg-')));
  await chmod(folder, 0o711);
  return folder;
};
beforeAll(async () => {
  stoppedFolder = await newFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: stoppedFolder });
  await postgres.stop();
});
afterAll(() => rm(stoppedFolder, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await newFolder();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  await endOldPostmaster(join(dataDir, 'pg'), () => {});
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(folder = dataDir, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  started.push(postgres);
  return postgres;
}

/** Runs on a copy of the stopped cluster. */
function startStopped(): Promise<EmbeddedPostgres> {
  copyDataFolder(stoppedFolder, dataDir);
  return start();
}

async function query(address: PgAddress, sql: string): Promise<unknown[]> {
  const client = new Client(address);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>({ text: sql })).rows;
  } finally {
    await client.end();
  }
}

/** A separate server to be killed: it starts PostgreSQL, commits a row and prints PostgreSQL's process id. */
async function startInChild(): Promise<{ server: ChildProcess; pid: number }> {
  copyDataFolder(stoppedFolder, dataDir);
  const script = `
    import { runnerImport } from 'vite';
    import { Client } from 'pg';
    const { module } = await runnerImport(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}, { configFile: false,
      logLevel: 'error' });
    const { address, pid } = await module.startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new Client(address);
    await client.connect();
    await client.query('create table kept (name text)');
    await client.query("insert into kept values ('公证')");
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(server);
  const [output] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => [''])]);
  const pid = Number(String(output));
  if (!(pid > 1)) throw new Error('The child did not start PostgreSQL.'); // A signal to process 0 would hit the test run itself.
  return { server, pid };
}

async function kill9(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL');
  await once(server, 'exit');
}

test('a fresh cluster answers in UTF-8, knows Chinese letters, and is safe and local', async () => {
  const { address, pid } = await start();
  expect(processIdentity(pid)).not.toBeNull();
  const [row] = await query(
    address,
    `select current_setting('server_encoding') as encoding, '公证' ~ '^\\w+$' as letters, current_user as role,
    current_setting('listen_addresses') as listens, current_setting('fsync') as fsync, current_setting('TimeZone') as zone,
      current_database() as name`,
  );
  expect(row).toEqual({ encoding: 'UTF8', letters: true, role: 'notary', listens: '', fsync: 'on', zone: 'Asia/Shanghai', name: 'notary' });
});

test('a stopped cluster starts again and keeps its rows', async () => {
  const first = await start();
  await query(first.address, 'create table kept as select 7 as n');
  await first.stop();
  expect(await first.exited).toBeNull();
  expect(processIdentity(first.pid)).toBeNull();
  const second = await start();
  expect(await query(second.address, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('an unexpected end is reported with its reason', async () => {
  const { pid, exited } = await startStopped();
  process.kill(pid, 'SIGTERM');
  expect(await exited).toMatch(/^PostgreSQL ended \(code 0\): .*database system is shut down/);
});

test('after a kill -9 of the server alone, the PostgreSQL it left is replaced and the rows are there', async () => {
  const { server, pid } = await startInChild();
  await kill9(server);
  expect(processIdentity(pid)).not.toBeNull();
  const next = await start();
  expect(next.pid).not.toBe(pid);
  expect(processIdentity(pid)).toBeNull();
  expect(await query(next.address, 'select name from kept')).toEqual([{ name: '公证' }]);
});

test('after a kill -9 of the server and of PostgreSQL the rows are there', async () => {
  const { server, pid } = await startInChild();
  process.kill(pid, 'SIGKILL');
  await kill9(server);
  const next = await start();
  expect(await query(next.address, 'select name from kept')).toEqual([{ name: '公证' }]);
});

test('a stale postmaster.pid with the number of another live process neither stops the start nor harms that process', async () => {
  copyDataFolder(stoppedFolder, dataDir);
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  children.push(bystander);
  await writeFile(
    join(dataDir, 'pg/postmaster.pid'),
    `${bystander.pid}\n${dataDir}/pg\n1700000000\n5432\n${dataDir}/run\n\n  0 0\nready\n`,
  );
  await start();
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test('the remains of a killed initdb are cleared away', async () => {
  for (const name of ['pg.new', 'pg.new-x']) {
    await mkdir(join(dataDir, name, 'base'), { recursive: true });
    await writeFile(join(dataDir, name, 'PG_VERSION'), '18\n');
  }
  const { address } = await start();
  expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).toSorted()).toEqual(['pg', 'run']);
});

test('a long path, with spaces, commas and Chinese in it, works', async () => {
  const long = join(dataDir, '公证处, 数据 "甲"', 'x'.repeat(120));
  await mkdir(long, { recursive: true });
  const { address } = await start(long);
  expect(Buffer.byteLength(address.host)).toBeLessThan(100);
  expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
  await rm(address.host, { recursive: true });
});

test('a short path with a comma and quotes in it works', async () => {
  const odd = join(dataDir, `a, "b" 'c'`);
  await mkdir(odd);
  expect((await start(odd)).address.host).toBe(join(odd, 'run'));
});

test('the running database is found only while a live server holds the folder', async () => {
  const { address, pid } = await startStopped();
  expect(await attachEmbeddedPostgres(dataDir)).toBeNull();
  const claim = await claimDataDir(dataDir);
  const attached = await attachEmbeddedPostgres(dataDir);
  expect(attached).toMatchObject({ address, pid });
  await attached?.stop();
  expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
  await claim.release();
});

test('what PostgreSQL cannot open is refused with its own reason or ours', async () => {
  copyDataFolder(stoppedFolder, dataDir);
  const version = join(dataDir, 'pg/PG_VERSION');
  await writeFile(version, '12\n');
  await expect(start()).rejects.toThrow('is of PostgreSQL 12, and this program brings 18');
  await writeFile(version, '18\n');
  await writeFile(join(dataDir, 'pg/postgresql.conf'), 'no_such_setting = 1\n');
  const failure: unknown = await start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).toMatch(/PostgreSQL ended while starting: .*no_such_setting|configuration file/);
  await rm(version);
  await expect(start()).rejects.toThrow('is not empty, but is not a PostgreSQL cluster');
});

test.runIf(process.getuid?.() === 0)(
  'started by root in a folder that only root may enter, PostgreSQL runs as another user with no right but to walk there',
  async () => {
    await chmod(dataDir, 0o700);
    const { address, pid } = await start();
    expect(await query(address, 'select 1 as one')).toEqual([{ one: 1 }]);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    expect(status).not.toMatch(/^Uid:\s+0\b/m);
    expect(status).toMatch(/^CapEff:\s+0000000000000004$/m); // CAP_DAC_READ_SEARCH
  },
);
