import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyDataFolder } from '../installation/data-folder.ts';
import { freePort, startInterrupted, startInVain, startServer, type RunningServer } from '../installation/servers/running-server.ts';
import { copyDemo } from './demo-server.ts';

/** Of a closed server without data. */
let closedFolder: string;
let dataDir: string;
const servers: RunningServer[] = [];
beforeAll(async () => {
  closedFolder = await mkdtemp(join(tmpdir(), 'notary-closed-'));
  const server = await startServer({ DATA_DIR: closedFolder, DEMO: '0' });
  await server.stop();
});
afterAll(() => rm(closedFolder, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'notary-start-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await chmod(dataDir, 0o700).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (environment: Record<string, string> = {}): Promise<RunningServer> => {
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '0', ...environment });
  servers.push(server);
  return server;
};
/** Starts on an existing database, because creating one takes longer than everything else. */
const startAgain = (environment: Record<string, string> = {}): Promise<RunningServer> => {
  copyDataFolder(closedFolder, dataDir);
  return start(environment);
};
const oneLine = (message: RegExp) => ({ code: 1, output: expect.stringMatching(new RegExp(`^${message.source}[^\\n]*\\n$`)) as string });
const postmaster = async () => Number((await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the server', () => {
  it('closes on SIGTERM and leaves no PostgreSQL behind', async () => {
    const server = await start({ CAPTURE_WORKER: '1' });
    const database = await postmaster();
    expect(await server.stop()).toBe(0);
    expect(isAlive(database)).toBe(false);
    expect(server.output()).toContain('Closing (SIGTERM).');
  });

  it('closes on SIGTERM while it still fills a new database, and leaves no PostgreSQL behind', async () => {
    let database = 0;
    const isFilling = async (): Promise<boolean> => {
      database = await postmaster().catch(() => 0);
      return database > 0;
    };
    const { code, output } = await startInterrupted({ PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '1' }, isFilling);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/Closing \(SIGTERM\)\.\n$/) as string });
    expect(isAlive(database)).toBe(false);
  });

  it('goes on, and closes on SIGTERM, when nobody reads any longer what it prints', async () => {
    const server = await startAgain();
    const database = await postmaster();
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    // Logged into the closed pipe.
    expect((await fetch(`${server.address}/api/nowhere`)).status).toBe(404);
    expect((await fetch(`${server.address}/readyz`)).ok).toBe(true);
    expect(await server.stop()).toBe(0);
    expect(isAlive(database)).toBe(false);
  });

  it('finishes a request that is under way when it is told to close', async () => {
    const server = await startAgain();
    const client = JSON.parse(await server.admin('client', 'create')) as { app_id: string };
    expect(client.app_id).toMatch(/^[0-9a-f]{16}$/);
    const captchas = Array.from({ length: 20 }, () =>
      fetch(`${server.address}/api/login/getImgCode`).then((reply) => reply.json() as Promise<{ code: number }>),
    );
    await Promise.race(captchas);
    server.child.kill('SIGTERM');
    const answers = await Promise.allSettled(captchas);
    const failed = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.code !== 200);
    expect(failed).toEqual([]);
    await once(server.child, 'exit');
    expect(server.child.exitCode).toBe(0);
  });

  it('drains on SIGTERM: it is not ready from then on, and a call that is half sent is answered', async () => {
    const server = await startAgain();
    const half = connect(Number(new URL(server.address).port), '127.0.0.1');
    const head = 'Host: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\nExpect: 100-continue';
    half.setEncoding('utf8').write(`POST /api/login/login HTTP/1.1\r\n${head}\r\n\r\n`);
    // The server has received the head.
    expect((await once(half, 'data'))[0]).toContain('100 Continue');
    half.write('usern');
    server.child.kill('SIGTERM');
    const readiness = async () => (await fetch(`${server.address}/readyz`)).status;
    await expect.poll(readiness).toBe(503);
    expect(server.child.exitCode).toBeNull();
    half.write('ame=a');
    expect((await once(half, 'data'))[0]).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    if (server.child.exitCode === null) await once(server.child, 'exit');
    expect(server.child.exitCode).toBe(0);
  });

  it('says its release and its commit', async () => {
    const server = await startAgain();
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const health = (await (await fetch(`${server.address}/healthz`)).json()) as { version: string; commit?: string };
    expect(health.version).toBe(version);
    const said = health.commit === undefined ? version : `${version} (${health.commit})`;
    expect(server.output()).toContain(`Release   ${said}\n`);
    expect(await server.admin('--version')).toBe(`${said}\n`);
    expect(await server.admin('doctor').catch(String)).toContain(`release: ${said}\n`);
  });

  it('keeps every acknowledged row after a kill -9 of the server, and of PostgreSQL too', async () => {
    const names: string[] = [];
    copyDataFolder(closedFolder, dataDir);
    for (const killDatabase of [false, true]) {
      const server = await start({ CAPTURE_WORKER: '1' });
      const make = async (name: string): Promise<void> => {
        const made = await server.admin('client', 'create', '--name', name);
        expect(made).toContain('app_id');
        names.push(name);
      };
      await make(`client-${names.length}`);
      const database = await postmaster();
      server.child.kill('SIGKILL');
      if (killDatabase) process.kill(database, 'SIGKILL');
      await once(server.child, 'exit');
      servers.pop();
    }
    const server = await start();
    const list = JSON.parse(await server.admin('client', 'list', '--json')) as { name: string }[];
    expect(list.map(({ name }) => name)).toEqual(names);
    expect(await server.admin('fsck')).toMatch(/trail: \d+ rows, chain whole/);
  });
});

describe('npm start', () => {
  it('brings the server back after an error that nobody caught, told once with its cause, and ends with 0 on SIGTERM', async () => {
    copyDataFolder(closedFolder, dataDir);
    const FAULT_FILE = join(dataDir, 'fault');
    const server = await startServer({ DATA_DIR: dataDir, DEMO: '0', FAULT_FILE }, ['--import', './test/e2e/fault.mjs'], 'npm');
    servers.push(server);
    const client = await server.admin('client', 'create', '--name', 'before');
    expect(client).toContain('app_id');
    const first = await postmaster();
    await writeFile(FAULT_FILE, '');
    const isBack = async (): Promise<boolean> =>
      (server.output().match(/^Console /gm) ?? []).length === 2 &&
      (await fetch(`${server.address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ));
    await expect.poll(isBack, { timeout: 120_000 }).toBe(true);
    expect(server.output().match(/Unhandled error [0-9a-f-]{36} \(uncaughtException\): Error: a fault of the test/g)).toHaveLength(1);
    expect(server.output()).toContain('its cause');
    expect(isAlive(first)).toBe(false);
    expect(await server.admin('client', 'list')).toContain('before');
    const second = await postmaster();
    expect(await server.stop()).toBe(0);
    expect(isAlive(second)).toBe(false);
  });

  it('brings the server back when PostgreSQL was killed under it', async () => {
    copyDataFolder(closedFolder, dataDir);
    const server = await startServer({ DATA_DIR: dataDir, DEMO: '0' }, [], 'npm');
    servers.push(server);
    process.kill(await postmaster(), 'SIGKILL');
    const isBack = async (): Promise<boolean> =>
      (server.output().match(/^Console /gm) ?? []).length === 2 &&
      (await fetch(`${server.address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ));
    await expect.poll(isBack, { timeout: 120_000 }).toBe(true);
    expect(await server.stop()).toBe(0);
  });
});

describe('a start that cannot be', () => {
  it('names a taken port in one line', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as AddressInfo;
    const refused = await startInVain({ PORT: String(port), DATA_DIR: dataDir }).finally(() => neighbour.close());
    expect(refused).toEqual(oneLine(/Port \d+ on 127\.0\.0\.1 is taken/));
  });

  it('names a data folder that another server holds, that is a file, or that cannot be read', async () => {
    await startAgain();
    const PORT = String(await freePort());
    expect(await startInVain({ PORT, DATA_DIR: dataDir })).toEqual(oneLine(/The data directory .* is in use by another server/));
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(await startInVain({ PORT, DATA_DIR: file })).toEqual(oneLine(/The data directory .* is not a directory/));
  });

  it.each([
    [
      'nobody listens',
      'postgres://notary:secret@127.0.0.1:9/none',
      /Cannot use the database of DATABASE_URL \(postgres:\/\/127\.0\.0\.1:9\/none\): .*ECONNREFUSED/,
    ],
    ['it is no such address', 'mysql://x', /environment variable DATABASE_URL: must start with postgres:\/\//],
  ])('names a wrong DATABASE_URL where %s, without its password', async (_case, url, message) => {
    const { code, output } = await startInVain({ PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: url });
    expect({ code, output }).toEqual(oneLine(message));
    expect(output).not.toContain('secret');
  });

  it.each([
    ['a fixed captcha', { CAPTCHA_FIXED_CODE: 'test' }, /CAPTCHA_FIXED_CODE is for tests/],
    ['demo data', { DEMO: '1' }, /DEMO=1 makes accounts with a known password/],
  ])('refuses %s in production', async (_case, environment, message) => {
    expect(await startInVain({ NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: dataDir, ...environment })).toEqual(
      oneLine(message),
    );
  });

  it('names a password that does not open the key of the office', async () => {
    await (await start({ OFFICE_KEY_PASSWORD: 'the first one' })).stop();
    expect(await startInVain({ PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0', OFFICE_KEY_PASSWORD: 'another one' })).toEqual(
      oneLine(/OFFICE_KEY_PASSWORD does not open the office key/),
    );
  });

  it('names a store of another installation, and both', async () => {
    copyDataFolder(closedFolder, dataDir);
    await writeFile(join(dataDir, 'objects', 'installation-id'), 'another-installation\n');
    expect(await startInVain({ PORT: String(await freePort()), DATA_DIR: dataDir })).toEqual(
      oneLine(/This is the wrong store: the files in .* are those of installation another-installation, the database is of installation /),
    );
  });

  it("refuses the demo's accounts in production", async () => {
    copyDemo(dataDir);
    expect(await startInVain({ NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: dataDir })).toEqual(
      oneLine(/Account .*@example\.com still has the demo password/),
    );
  });
});
