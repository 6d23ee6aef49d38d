import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeForm, type Envelope, type FormValue } from '../../../src/contract/wire.ts';
import { openDatabase, type Database } from '../../../src/server/platform/db/database.ts';
import { grant } from '../../../src/server/business/points/ledger.ts';
import { startEmbeddedPostgres } from '../../../src/server/platform/postgres/embedded.ts';
import type { Signer } from '../../../bench/intake/intake-client.ts';
import { addPlatform } from '../../e2e/platform.ts';
import { seedAccounts } from '../../installation/factories/accounts.ts';
import { signedHeaders } from '../../installation/intake.ts';
import { startFaultyWay, type FaultyWay } from '../../installation/s3/faults.ts';
import { startS3, storageUrl } from '../../installation/s3/server.ts';
import { startBalancer } from '../../installation/servers/balancer.ts';
import { freePort, startServer, type RunningServer } from '../../installation/servers/running-server.ts';

/** The names of the two servers in `ops/haproxy.cfg`. */
export type Which = 'first' | 'second';

/** The target of a call: the named server, as for a console's calls, or the next one in turn. */
interface Caller {
  readonly server?: Which;
  readonly token?: string;
}

export type Behind = Awaited<ReturnType<typeof startBehindBalancer>>;

/**
 * Two built servers (`npm run build`) on a PostgreSQL and an object store of their own, behind HAProxy; each part may be stopped and
 * started.
 */
export async function startBehindBalancer() {
  const folder = await mkdtemp(join(tmpdir(), 'notary-behind-'));
  // The test's own PostgreSQL, because it is stopped and started.
  const startDatabase = () =>
    startEmbeddedPostgres({ dataDir: join(folder, 'database'), settings: { max_connections: 200, fsync: 'off' } });
  let postgres = await startDatabase();
  const { host, port, user, database } = postgres.address;
  const s3 = await startS3();
  let way: FaultyWay = await startFaultyWay(s3.port);
  const ports = { first: await freePort(), second: await freePort() };
  const { start, faults } = starterOf(folder, ports, {
    DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
    STORAGE_URL: storageUrl(s3.place(way.port), { presign: '0' }),
  });
  const servers: Record<Which, RunningServer> = { first: await start('first'), second: await start('second') };
  const balancer = await startBalancer([ports.first, ports.second], folder);
  const open = (): Database => openDatabase(postgres.address, 2).db;
  let db = open();
  await seedAccounts(db);
  const { key, userId } = await addPlatform(db);
  await db.transaction().execute((tx) => grant(tx, { userId, points: 1_000_000, source: 'giftTest', reference: 'test' }));
  const address = `http://127.0.0.1:${balancer.port}`;

  return {
    address,
    port: balancer.port,
    signer: { appId: key.app_id, key: key.security_key, userId } satisfies Signer,
    s3,
    faults,
    db: () => db,
    ...callsTo(address, key),

    /** Stops a server as a service manager does, waits, and starts it again. */
    async replace(which: Which): Promise<void> {
      const { child } = servers[which];
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      servers[which] = await start(which);
    },
    async kill(which: Which): Promise<void> {
      const { child } = servers[which];
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async startAgain(which: Which): Promise<void> {
      servers[which] = await start(which);
    },
    async stopStore(): Promise<void> {
      await way.stop();
    },
    async startStore(): Promise<void> {
      way = await startFaultyWay(s3.port, way.port);
    },
    async stopDatabase(): Promise<void> {
      await db.destroy();
      await postgres.stop();
    },
    async startDatabase(): Promise<void> {
      postgres = await startDatabase();
      db = open();
    },
    async stop(): Promise<void> {
      await balancer.stop();
      await Promise.all(Object.values(servers).map((server) => server.stop()));
      await way.stop().catch(() => undefined);
      s3.stop();
      await db.destroy().catch(() => undefined);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the servers, each with a data folder in `folder`, and remembers what each that ran has written. */
function starterOf(folder: string, ports: Record<Which, number>, shared: Record<string, string>) {
  const outputs: (() => string)[] = [];
  return {
    async start(which: Which): Promise<RunningServer> {
      const server = await startServer({
        PORT: String(ports[which]),
        DATA_DIR: join(folder, which),
        ...shared,
        TRUST_PROXY: '1',
        DEMO: '0',
        INTAKE_RATE_PER_MINUTE: '0',
        UPLOADS_PER_CLIENT: '0',
        UPLOADS_PER_ADDRESS: '0',
        LOG_INTERVAL_SECONDS: '1',
      });
      outputs.push(server.output);
      return server;
    },
    /** What they logged of faults, each message once: the reasons that their answers do not tell. */
    faults(): string {
      const lines = outputs.flatMap((output) => output().split('\n')).filter((line) => /"level":"(?:error|fatal)"/.test(line));
      return [...new Map(lines.map((line) => [/"message":"[^"]*/.exec(line)?.[0] ?? line, line])).values()].slice(0, 20).join('\n');
    },
  };
}

function callsTo(address: string, key: { readonly app_id: string; readonly security_key: string }) {
  const headersOf = ({ server, token }: Caller): Record<string, string> => ({
    ...(server === undefined ? {} : { cookie: `NOTARY=${server}` }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  return {
    headersOf,
    async console<Data = Record<string, unknown>>(
      method: 'GET' | 'POST',
      path: string,
      fields: Record<string, FormValue> = {},
      caller: Caller = {},
    ): Promise<Envelope<Data> & { readonly status: number }> {
      const form = encodeForm(fields);
      const [url, body] = method === 'GET' ? [`${path}?${form}`, undefined] : [path, form];
      const reply = await fetch(address + url, { method, headers: headersOf(caller), ...(body ? { body } : {}) });
      return { ...((await reply.json()) as Envelope<Data>), status: reply.status };
    },
    /** A signed call. */
    async open(
      method: 'GET' | 'POST' | 'PATCH',
      path: string,
      { json, body, headers, server }: OpenCall = {},
    ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
      const bytes = body ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
      const contentType = json === undefined ? undefined : 'application/json';
      const signed = signedHeaders(key, { method, path, ...(bytes ? { body: bytes } : {}), ...(contentType ? { contentType } : {}) });
      const given = { ...signed, ...headers, ...headersOf(server === undefined ? {} : { server }) };
      const reply = await fetch(address + path, { method, headers: given, ...(bytes ? { body: Uint8Array.from(bytes) } : {}) });
      const text = await reply.text();
      return { status: reply.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
    },
  };
}

interface OpenCall extends Pick<Caller, 'server'> {
  readonly json?: unknown;
  readonly body?: Buffer;
  readonly headers?: Record<string, string>;
}
