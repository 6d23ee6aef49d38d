import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataDirOwner } from '../runtime/data-dir.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { clusterExists, initCluster, prepareNewCluster } from './cluster.ts';
import { endOldPostmaster, findPostmaster } from './old-postmaster.ts';
import { locatePgBinaries } from './binaries.ts';
import { addressIn, answers, launchPostmaster, type PgAddress, type PgSettings, type Postmaster, untilReady } from './postmaster.ts';
import { prepareSocketDir } from './socket-dir.ts';
import { chooseAccount, findLaunch, giveTo } from './unprivileged.ts';

export interface EmbeddedPostgres {
  /** Address for a connection pool. */
  address: PgAddress;
  pid: number;
  /** Settles when PostgreSQL has ended: with null after `stop`, else with the reason in one line. Never rejects. */
  exited: Promise<string | null>;
  /** Fast shutdown; resolves when PostgreSQL has ended. Idempotent. Does nothing if another process owns this PostgreSQL. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** The folder of the system's own PostgreSQL programs, to be used instead of those from npm. */
  readonly bin?: string | undefined;
  /** Added to the built-in settings, or replacing them. */
  readonly settings?: PgSettings;
  readonly log?: (line: string) => void;
}

/**
 * Starts PostgreSQL on `<dataDir>/pg` as a child of this process, and creates the cluster first if there is none.
 * The caller must hold the claim on `dataDir`: this function does not guard against two concurrent starts on one folder.
 * @throws StartupError
 */
export async function startEmbeddedPostgres({ dataDir, bin, settings = {}, log = () => {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const home = await realpath(dataDir);
  const pgDir = join(home, 'pg');
  const binaries = await locatePgBinaries(bin);
  const account = await chooseAccount(pgDir);
  const isNew = !(await clusterExists(pgDir, binaries.major));
  const clusterDir = isNew ? await prepareNewCluster(home, account) : pgDir;
  await giveTo(account, clusterDir);
  const launch = await findLaunch(account, binaries, clusterDir);
  if (isNew) {
    log('Creating the database cluster.');
    await initCluster(clusterDir, pgDir, binaries, launch);
  } else {
    await endOldPostmaster(pgDir, log);
  }
  const socketDir = await prepareSocketDir(home, account);
  const start = (): Postmaster => launchPostmaster(launch, binaries.postgres, pgDir, socketDir, settings, log);
  const address = addressIn(socketDir);
  return own(await startPatiently(start, address), address);
}

/**
 * The PostgreSQL of the live server that holds `dataDir`, or null if there is no such server. A PostgreSQL that a killed server left
 * running does not count: the next start ends it. @throws StartupError if it does not answer.
 */
export async function attachEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres | null> {
  if ((await dataDirOwner(dataDir)) === null) return null;
  const running = await findPostmaster(join(await realpath(dataDir), 'pg'));
  if (running === null) return null;
  const address = addressIn(running.socketDir);
  if (!(await answers(address))) throw new StartupError(`The running server's database (process ${running.pid}) does not answer.`);
  return { address, pid: running.pid, exited: new Promise(() => {}), stop: () => Promise.resolve() };
}

/** After a kill -9 of the postmaster alone, its children take a moment to exit; until then PostgreSQL refuses the cluster. */
async function startPatiently(start: () => Postmaster, address: PgAddress): Promise<Postmaster> {
  for (const deadline = Date.now() + 20_000; ; await sleep(200)) {
    const postmaster = start();
    try {
      await untilReady(postmaster, address);
      return postmaster;
    } catch (error) {
      if (Date.now() > deadline || !/pre-existing shared memory block/.test(String(error))) throw error;
    }
  }
}

function own(postmaster: Postmaster, address: PgAddress): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  // Once PostgreSQL runs, a FATAL ends one connection only, so the last line says more than the last error.
  const exited = postmaster.ended.then(({ code, signal }) =>
    stopping === undefined ? `PostgreSQL ended (${signal ?? `code ${code}`}): ${postmaster.lastLines.at(-1) ?? 'no output'}` : null,
  );
  return { address, pid: postmaster.pid, exited, stop: () => (stopping ??= end(postmaster)) };
}

async function end(postmaster: Postmaster): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    if (postmaster.hasEnded()) return;
    postmaster.signal(signal);
    const timer = new AbortController();
    await Promise.race([postmaster.ended, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }
}
