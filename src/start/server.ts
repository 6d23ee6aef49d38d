import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../server/app.ts';
import { runWorkerProcess } from '../server/business/captures/worker-process.ts';
import { buildText, printVersionIfAsked } from '../server/platform/runtime/build.ts';
import { readConfig, type Config } from '../server/platform/runtime/config.ts';
import { openChain } from '../server/custody/chain/chain.ts';
import { openLogSigner, type LogSigner } from '../server/custody/log/log-signer.ts';
import type { Database } from '../server/platform/db/database.ts';
import { certificateRenewal } from '../server/custody/identity/certificate-renewal.ts';
import { openAuthority, openSm2Authority } from '../server/custody/timestamps/stamping.ts';
import { openOfficePolicy, usePolicy } from '../server/custody/witnesses/office-policy.ts';
import { bundledWarning } from '../server/platform/db/bundled-libraries.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import { isNewDatabase } from '../demo/new-database.ts';
import { startJobs } from '../server/platform/jobs/periodic.ts';
import { restartCode, restartOnFault } from '../server/platform/runtime/restart-on-fault.ts';
import { metricsTrustLoopback } from '../server/overview/metrics/routes.ts';
import { lateIndexJob } from '../server/platform/installation/late-indexes.ts';
import { openInstallation, type Installation } from '../server/platform/installation/open.ts';
import { register } from '../server/platform/installation/registration.ts';
import { addressFault } from '../server/platform/runtime/public-address.ts';
import { refuseDemoPasswords } from '../server/access/session/demo-password.ts';
import { readSecret } from '../server/platform/db/secrets.ts';
import { runSeedProcess } from './demo-process.ts';
import { processLog } from '../server/platform/telemetry/process-log.ts';
import { endTracing, startTracing } from '../server/platform/telemetry/start-tracing.ts';
import { formerNameWarnings } from '../server/platform/runtime/settings/former-names.ts';
import { StartupError, errorCode } from '../server/platform/runtime/startup-error.ts';

/** Writes a line to the process log. Uses these defaults until the settings are read, then LOG_FORMAT. */
let tell = processLog({ format: 'text', level: 'warn' });

/** Connections that may wait to be accepted, as far as `net.core.somaxconn` allows: after a restart all clients reconnect at once. */
const backlog = 4096;

printVersionIfAsked();
await start().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});

/** Opens the installation, serves it, and closes it when a signal or a fault asks for it. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  await portIsFree(config);
  tell = processLog(config.logging);
  for (const warning of formerNameWarnings(process.env)) tell('warn', warning);
  await startTracing(config.traces, 'notary-server', (line) => tell('warn', line));
  const opening = openInstallation(config, logDatabaseLine);
  const ending = endOnSignal(async () => (await opening).close());
  const installation = await opening;
  const { db, pool, store, stages } = installation;
  try {
    if (config.production) await refuseDemoPasswords(db);
    if (config.production && config.databaseUrl === undefined && config.postgresBin === undefined)
      log(`WARNING: ${await bundledWarning()}`);
    if (config.demo && (await isNewDatabase(db))) await seed(installation, ending);
    const secrets = {
      token: await readSecret(db, 'session-token'),
      link: await readSecret(db, 'file-link'),
      owner: await readSecret(db, 'evidence-owner'),
      totp: await readSecret(db, 'totp'),
    };
    const logSigner = await openLogSigner(db, config);
    // The log must know the trusted office certificate before anything is signed. A password that does not open the key, or a certificate
    // that ends soon, is reported here.
    await certificateRenewal(db, { config, alarm: log })();
    const attestors = await openAttestors(config, db, logSigner);
    const built = fileURLToPath(new URL('..', import.meta.url));
    const server = await buildServer({
      config,
      db,
      pool,
      store,
      stages,
      secrets,
      ...attestors,
      logSigner,
      consoleRoot: join(built, 'console'),
      clientRoot: join(built, 'client'),
      logger: true,
    });
    const { app } = server;
    const registration = await register(db, 'server');
    const jobs = startJobs([...server.jobs, registration.job, lateIndexJob(pool, log)], (line) => tell('error', line));
    let worker: { stop(): Promise<void> } | undefined;
    ending.close = async () => {
      const drainMs = config.drainSeconds * 1000;
      // A client that sends or reads too slowly must not keep the server open.
      const drainTimer = setTimeout(() => app.server.closeAllConnections(), drainMs);
      const draining = registration.drain().catch(() => undefined);
      // While the last calls are answered, nothing new begins. Jobs and captures in progress are released for other servers.
      const others = Promise.all([worker?.stop(), jobs.stop()]);
      await Promise.all([server.drain.begin(drainMs), draining, Promise.race([others, sleep(drainMs, undefined, { ref: false })])]);
      await app.close();
      clearTimeout(drainTimer);
      await registration.end().catch(() => undefined);
      await Promise.all([installation.close(), endTracing()]);
    };
    await app.listen({ port: config.port, host: config.host, backlog }).catch(async (error: unknown) => {
      await ending.close();
      throw errorCode(error) === 'EADDRINUSE' ? portTaken(config) : error;
    });
    // Errors of accepting, not of an accepted connection: for example, the machine has no file descriptor left. Node goes on accepting.
    app.server.on('error', (error) => app.log.error({ err: error }, 'accepting connections'));
    restartOnFault(
      () => ending.begin(),
      (line) => tell('error', line),
    );
    if (config.captures.worker) worker = runWorkerProcess(fileURLToPath(new URL('worker.js', import.meta.url)), log);
    const address = app.server.address();
    announce(config, typeof address === 'object' && address ? address.port : config.port);
    void installation.databaseGone.then(async (reason) => {
      if (reason === null) return;
      tell('error', `The embedded database has ended: ${reason}`);
      // Callers that wait for an answer get an error first.
      await sleep(1000);
      process.exit(restartCode);
    });
  } catch (error) {
    if (ending.isBegun) return; // ending.close() closed the installation while the start was still under way.
    await installation.close();
    throw error;
  }
}

/** Opens the services that attest the log's checkpoints to third parties. */
async function openAttestors(config: Config, db: Database, { key }: Pick<LogSigner, 'key'>) {
  const witnesses = await openOfficePolicy(config, key);
  await usePolicy(db, witnesses);
  return {
    authority: await openAuthority(config),
    sm2Authority: await openSm2Authority(config),
    chain: config.chain && (await openChain(config.chain)),
    witnesses,
  };
}

/** Replaces `ending.close`, so that a signal stops the seeding before the installation closes. */
async function seed(installation: Installation, ending: Ending): Promise<void> {
  const seeding = runSeedProcess(fileURLToPath(new URL('demo.js', import.meta.url)));
  ending.close = async () => {
    await seeding.stop();
    await installation.close();
  };
  await seeding.done;
}

/** Logs why PostgreSQL ended, not its routine lines. The sender of a failed statement logs it. */
function logDatabaseLine(line: string): void {
  if (!/ (?:LOG|ERROR|STATEMENT|DETAIL|HINT|CONTEXT): /.test(line)) tell('error', line);
}

function log(line: string): void {
  tell(line.startsWith('WARNING') ? 'warn' : 'info', line);
}

/** Checks the port before the database is started, so that a taken port is reported at once. @throws StartupError */
async function portIsFree({ port, host }: Config): Promise<void> {
  await new Promise<void>((resolveFree, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject(
        errorCode(error) === 'EADDRINUSE'
          ? portTaken({ port, host })
          : new StartupError(`Cannot listen on ${host}:${port}: ${error.message}.`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolveFree()));
  });
}

function portTaken({ port, host }: Pick<Config, 'port' | 'host'>): StartupError {
  return new StartupError(`Port ${port} on ${host} is taken by another program. Set PORT to a free one.`);
}

function announce(config: Config, port: number): void {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  log(`Release   ${buildText()}`);
  log(`Console   http://${host}:${port}/`);
  log(`API       http://${host}:${port}/api/docs`);
  log(`Data      ${resolve(config.dataDir)}${config.databaseUrl === undefined ? '' : ' (database: DATABASE_URL)'}`);
  if (!metricsTrustLoopback(config) && config.metricsToken === undefined)
    log('Metrics   /metrics answers nobody: behind a proxy (PUBLIC_URL or TRUST_PROXY) it needs METRICS_TOKEN.');
  const fault = addressFault(config);
  if (fault !== null) log(`${config.production ? 'WARNING:' : 'Address  '} ${fault}`);
  if (config.sandbox) log('Sandbox   SANDBOX=1: reviews, payments and applications decide themselves. Nothing here proves anything.');
  if (config.demo) log(`Accounts  ${demoAccounts.usernames.join(', ')} (password ${demoAccounts.password})`);
}

interface Ending {
  /** What a signal closes. The server's start replaces it as more is opened. */
  close(): Promise<void>;
  isBegun: boolean;
  /** Marks the end as begun and closes all that is open by now. */
  begin(): Promise<void>;
}

/** Ends the process once: requests under way finish, PostgreSQL stops cleanly. Further signals are ignored: npm sends Ctrl-C twice. */
function endOnSignal(close: Ending['close']): Ending {
  const ending: Ending = {
    close,
    isBegun: false,
    begin() {
      ending.isBegun = true;
      return ending.close();
    },
  };
  const end = (signal: NodeJS.Signals): void => {
    if (ending.isBegun) return;
    log(`Closing (${signal}).`);
    ending.begin().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return ending;
}
