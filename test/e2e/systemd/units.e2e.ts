import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createSite } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../src/server/platform/postgres/embedded.ts';
import { intakeClient } from '../../installation/intake.ts';
import { startS3, storageUrl } from '../../installation/s3/server.ts';
import { root, startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { lacksSystemd, underSystemd, userIds } from '../../installation/servers/under-systemd/under-systemd.ts';
import { tool } from '../../installation/tool.ts';
import { addPlatform } from '../platform.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';

const reason = lacksSystemd();
const swift = tool('swift');

describe.skipIf(reason !== null)(`under the units of ops/systemd${reason === null ? '' : ` [skipped: ${reason}]`}`, () => {
  it('the server serves without rights, is not disturbed by a command beside it, and ends after its last call', async () => {
    const server = await startServer({ DEMO: '0' }, [], 'systemd');
    try {
      const [main] = processesOf(userIds.notary, 'dist/server/main.js');
      expect(main).toMatchObject({ NoNewPrivs: '1', Seccomp: '2', CapBnd: '0000000000000000' });
      // The unit hides the boot from the server, not from the command: it must not take the data folder for that of a dead server.
      expect(await server.admin('fsck')).toContain('chain whole');
      expect(await (await fetch(`${server.address}/healthz`)).json()).toMatchObject({ status: 'ok' });
    } finally {
      expect(await server.stop()).toBe(0);
    }
    expect(server.output()).toContain('Closing (SIGTERM).');
    // PostgreSQL ends after the server, so nothing fails.
    expect(server.output()).not.toMatch(/FATAL|failed|WARNING/);
  });

  describe.skipIf(swift.isMissing)(`a worker${swift.note}`, () => {
    let postgres: EmbeddedPostgres;
    let database: Server;
    let server: RunningServer;
    let worker: ChildProcess | undefined;
    let folder: string;
    let settings: Record<string, string>;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'notary-units-'));
      postgres = await startEmbeddedPostgres({ dataDir: folder });
      database = overTcp(postgres);
      await once(database, 'listening');
      const { user, database: name } = postgres.address;
      const port = (database.address() as AddressInfo).port;
      const s3 = await startS3();
      settings = {
        DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}`,
        STORAGE_URL: storageUrl(s3.place(), { presign: '0' }),
        CAPTURE_ALLOW_PRIVATE: '1',
        PRICE_WEB: '0',
      };
      server = await startServer({ ...settings, DEMO: '0' }, [], 'alone');
    });
    afterAll(async () => {
      worker?.kill('SIGTERM');
      await server?.stop();
      database?.close();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('captures a page as a user of its own, in the sandbox of Chromium', async () => {
      const { db } = openDatabase(postgres.address, 1);
      const { key, userId } = await addPlatform(db).finally(() => db.destroy());
      const site = createSite((_request, response) => response.end('<title>page</title><h1>a page</h1>')).listen(0, '127.0.0.1');
      await once(site, 'listening');
      const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
      const dataDir = await mkdtemp(join(tmpdir(), 'notary-run-'));
      const script = ['--max-semi-space-size=2', 'dist/server/worker.js'];
      const { command, args } = underSystemd('notary-worker', { script, environment: settings, dataDir, root });
      worker = spawn(command, args, { stdio: 'inherit' });
      const client = intakeClient(undefined as never, key);
      const send = async (method: 'GET' | 'POST', path: string, body = ''): Promise<Record<string, string>> => {
        const headers = client.headersOf({ method, path, body, ...(body === '' ? {} : { contentType: 'application/json' }) });
        const reply = await fetch(server.address + path, { method, headers, ...(body === '' ? {} : { body }) });
        return (await reply.json()) as Record<string, string>;
      };
      const asked = { unique_id: 'capture', user_id: userId, url, title: '一个网页', label: '' };
      const { baoquan_no = '' } = await send('POST', '/open/v1/captures', JSON.stringify(asked));
      const renderers: Record<string, string>[] = [];
      const state = async () => {
        renderers.push(...processesOf(userIds['notary-worker'], '--type=renderer'));
        return send('GET', `/open/v1/captures/${baoquan_no}`);
      };
      await expect.poll(state, { timeout: 120_000, interval: 50 }).toMatchObject({ status: 'SUCCESSED', reason: '' });
      const [own] = processesOf(userIds['notary-worker'], 'dist/server/worker.js');
      expect(own).toMatchObject({ NoNewPrivs: '1', CapBnd: '0000000000000000' });
      expect(renderers.length).toBeGreaterThan(0);
      for (const renderer of renderers) expect(renderer).toMatchObject({ Seccomp: '2' });
      expect(renderers.every(({ user }) => user !== own?.['user'])).toBe(true);
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      site.close();
      await rm(dataDir, { recursive: true, force: true });
    });
  });
});

/** The facts of `/proc/PID/status` of a user's processes whose command line has the word, with their user namespace. */
function processesOf(uid: number, word: string): Record<string, string>[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const facts = Object.fromEntries(
          readFileSync(`/proc/${pid}/status`, 'utf8')
            .split('\n')
            .map((line) => line.split(/:\s*/, 2)),
        ) as Record<string, string>;
        const isMeant = facts['Uid']?.startsWith(`${uid}\t`) === true && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
        return isMeant ? [{ ...facts, user: readlinkSync(`/proc/${pid}/ns/user`) }] : [];
      } catch {
        return []; // It has ended.
      }
    });
}

/** The socket of a PostgreSQL on a port of the loopback interface. */
function overTcp({ address: { host, port } }: EmbeddedPostgres): Server {
  const server = createServer((client) => {
    const there = connect(`${host}/.s.PGSQL.${port}`);
    client.pipe(there).pipe(client);
    for (const end of [client, there]) end.on('error', () => [client, there].forEach((one) => one.destroy()));
  });
  return server.listen(0, '127.0.0.1');
}
