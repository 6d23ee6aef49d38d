import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { build, printVersionIfAsked } from '../server/platform/runtime/build.ts';
import { readConfig } from '../server/platform/runtime/config.ts';
import { collectable } from '../server/platform/storage/collectable.ts';
import { tracedStore } from '../server/platform/storage/traced-store.ts';
import { openArchiveSigner } from '../server/custody/identity/archive-key.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { requireSessions } from '../server/platform/db/sessions/require-sessions.ts';
import { requireKnownSchema } from '../server/platform/db/migrate.ts';
import { startJobs } from '../server/platform/jobs/periodic.ts';
import { restartOnFault } from '../server/platform/runtime/restart-on-fault.ts';
import { findChromium } from '../server/platform/media/chromium.ts';
import { openChain } from '../server/custody/chain/chain.ts';
import { makeMark } from '../server/custody/marks/make-mark.ts';
import { readSecret } from '../server/platform/db/secrets.ts';
import { ownHosts } from '../server/platform/runtime/public-address.ts';
import { StartupError, systemReason } from '../server/platform/runtime/startup-error.ts';
import { requirePurpose } from '../server/platform/installation/purpose.ts';
import { register } from '../server/platform/installation/registration.ts';
import { openOwnStore } from '../server/platform/installation/store-owner.ts';
import { processLog } from '../server/platform/telemetry/process-log.ts';
import { endTracing, startTracing } from '../server/platform/telemetry/start-tracing.ts';
import { setKillPriority, killPriorities } from '../server/business/captures/browser/process-tree.ts';
import { rootRule, rootWarnings } from '../server/business/captures/browser/sandbox.ts';
import { readNtp } from '../server/platform/runtime/ntp.ts';
import { startWorker } from '../server/business/captures/worker.ts';
import { runningDatabase } from './running-database.ts';

printVersionIfAsked();
await start().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});

/** The process that captures web pages. It runs beside the server, or on any machine with the same database and storage. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const tell = processLog(config.logging);
  const alarm = (line: string): void => tell('error', line);
  await startTracing(config.traces, 'notary-worker', (line) => tell('warn', line));
  const address = await runningDatabase(config);
  if (!address) throw new StartupError('The worker needs the database of a running server: start the server, or set DATABASE_URL.');
  if (config.databaseUrl !== undefined) await orNotDeployed(requireSessions(address));
  const { db, pool } = openDatabase(address, 6);
  await requirePurpose(db, config);
  await orNotDeployed(requireKnownSchema(pool));
  const files = await openOwnStore(config, db);
  const registration = await register(db, 'worker');
  const telling = startJobs([registration.job], alarm);
  const store = collectable(db, tracedStore(files, config.storageUrl === undefined ? 'local' : 's3'));
  const ownerSecret = await readSecret(db, 'evidence-owner');
  await setKillPriority('self', killPriorities.worker);
  const rule = rootRule(config);
  if (rootWarnings[rule] !== null) alarm(rootWarnings[rule]);
  let isMissing = false;
  const chromium = async (): Promise<string | null> => {
    const path = await findChromium(config.captures.chromiumPath);
    if (path === null && !isMissing)
      alarm('Web captures wait: no Chromium or Chrome found (npm run admin -- doctor tells what to install).');
    isMissing = path === null;
    return path;
  };
  const environmentSources = {
    hostsFile: '/etc/hosts',
    routeFile: '/proc/net/route',
    environment: process.env,
    ntp: readNtp,
    ownHosts: ownHosts(config),
    databaseTime: async () => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return rows[0]?.now ?? new Date(Number.NaN);
    },
  };
  const chain = config.chain && (await openChain(config.chain));
  const worker = startWorker({
    db,
    store,
    config: config.captures,
    ownerSecret,
    isReady: async () => rule !== 'refused' && (await chromium()) !== null,
    capture: async ({ url, accept, device }, folder, signal) => {
      // The browser driver takes more memory than the rest of this process, so the first capture loads it.
      const [{ capturePage }, { pageArchiver }] = await Promise.all([
        import('../server/business/captures/browser/capture-page.ts'),
        import('../server/business/captures/replay/archive-page.ts'),
      ]);
      const archiving = pageArchiver({ openKey: () => openArchiveSigner(db, config), alarm });
      const chromiumPath = (await chromium()) ?? '';
      const given = { accept, device, folder, chromiumPath, limits: config.captures, environmentSources };
      return capturePage(url, { ...given, makeMark: () => makeMark({ db, chain }), archiving }, signal);
    },
    log: alarm,
  });
  let stopping: Promise<void> | undefined;
  // The worker releases its captures first, so that another worker takes them at once.
  const close = (): Promise<void> =>
    (stopping ??= worker
      .stop()
      .then(() => telling.stop())
      .then(() => registration.end())
      .catch(() => undefined)
      .then(() => db.destroy())
      .then(() => endTracing()));
  const stop = (): void => {
    if (!stopping) void close().finally(() => process.exit(0));
  };
  restartOnFault(close, alarm);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  // The server that started this process has ended, for whatever reason.
  process.on('disconnect', stop);
}

/** Reports missing tables as a StartupError. A server of the same release creates them, so it must start before the worker. */
async function orNotDeployed<Result>(asking: Promise<Result>): Promise<Result> {
  return asking.catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === undefinedTable)
      throw new StartupError(`The database is not of release ${build.version} yet: start a server of it first.`);
    throw error instanceof DatabaseError || error instanceof StartupError
      ? error
      : new StartupError(`The worker cannot use the database: ${systemReason(error)}.`);
  });
}

const undefinedTable = '42P01';
