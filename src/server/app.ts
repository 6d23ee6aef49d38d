import formbody from '@fastify/formbody';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { contract } from '../contract/console/index.ts';
import { intakeCalls } from '../contract/open/calls.ts';
import { appCalls } from '../contract/open/latest-version.ts';
import { openCalls } from '../contract/open/verification.ts';
import { limits } from '../domain/codes/limits.ts';
import { accessRoutes } from './access/routes.ts';
import { batchRoutes } from './online-evidence/routes.ts';
import { isPrivateHost } from './captures/browser/reach/addresses.ts';
import { cancelCapture, createCapture, describeCapture } from './captures/desk.ts';
import { captureRoutes } from './captures/routes.ts';
import { captureWork } from './captures/work.ts';
import type { Config } from './runtime/config.ts';
import { custodyHealth } from './custody/audit/health.ts';
import { tileRoutes } from './custody/publish/log-routes.ts';
import { isFaultyObject } from './custody/objects/object-fault.ts';
import { verifyUrlOf } from './custody/package/addresses.ts';
import { createPackageLinks } from './custody/publish/package-links.ts';
import { packageRoutes } from './custody/publish/package-routes.ts';
import { officeSigner, type OfficeSigner } from './custody/identity/signing-identity.ts';
import { publishedKeysRoute } from './custody/identity/published-keys.ts';
import type { TimestampAuthority } from './custody/timestamps/timestamp.ts';
import { zipRoutes } from './custody/zip/zip-routes.ts';
import type { Database } from './db/database.ts';
import { openLists } from './lists/pools.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { invoiceWork } from './invoices/work.ts';
import { orderRoutes } from './orders/routes.ts';
import { orderWork } from './orders/work.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { evidenceWork } from './evidence/work.ts';
import { explorerRoutes } from './explorer/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { endRestingBodies } from './http/limits/body-end.ts';
import { serveConsole } from './http/console-files.ts';
import { answerErrors, answerUnknownCalls } from './http/errors.ts';
import { createExportDesk } from './lists/export/export-desk.ts';
import { filesRoutes } from './http/files/files.ts';
import { mount } from './http/mount.ts';
import { answerNoCall, rerouteUnreadable } from './http/no-call.ts';
import { openApiOf } from './http/openapi.ts';
import { previewOrigins, previewPlacesRoute } from './http/files/preview-places.ts';
import { limitRate } from './http/limits/rate.ts';
import { secureHeaders } from './http/security.ts';
import { limitBodies, uploadSlots } from './http/limits/upload-slots.ts';
import { intakeOpenApi } from './signed/openapi.ts';
import type { CaptureDesk } from './captures/intake.ts';
import { intakeRoutes } from './intake/routes.ts';
import { logRoutes } from './login-logs/routes.ts';
import { createDocumentLinks } from './notarizations/document-links.ts';
import { documentRoutes } from './notarizations/document-routes.ts';
import { notarizationRoutes } from './notarizations/routes.ts';
import { applicationWork } from './notarizations/work.ts';
import { pointsRoutes } from './points/routes.ts';
import { pointsWork } from './points/work.ts';
import { metricsRoutes, metricsTrustLoopback } from './metrics/routes.ts';
import { readiness } from './http/limits/readiness.ts';
import { recordingRoutes } from './recordings/routes.ts';
import { recordingWork } from './recordings/work.ts';
import { latestVersionRoute } from './releases/latest-version.ts';
import { packageStages } from './releases/chores.ts';
import { releaseRoutes } from './releases/routes.ts';
import { createCaptchas } from './session/captcha.ts';
import { sessionRoutes } from './session/routes.ts';
import { createReaderCheck } from './session/holder-check.ts';
import { createSessions } from './session/sessions.ts';
import { createSignIn } from './session/sign-in.ts';
import { createTokens } from './session/token.ts';
import { shareRoutes } from './sharing/routes.ts';
import type { HolderCheck } from '../domain/access/link-holder.ts';
import { createLinkSigner } from './storage/signed-links.ts';
import type { UploadStages } from './storage/stages.ts';
import type { ObjectStore } from './storage/store.ts';
import { todoRoutes } from './todo/routes.ts';
import { trailRoutes } from './trail/routes.ts';
import { userRoutes } from './users/routes.ts';
import { userWork } from './users/work.ts';
import { workbenchRoutes } from './workbench/routes.ts';
import { verificationRoutes } from './verification/routes.ts';

export interface Parts {
  readonly config: Config;
  readonly db: Database;
  readonly pool: Pool;
  readonly store: ObjectStore;
  readonly secrets: { readonly token: Uint8Array; readonly link: Uint8Array; readonly owner: Uint8Array; readonly totp: Uint8Array };
  /** Stamps the signatures of certificates; none where no authority is configured. */
  readonly authority?: TimestampAuthority | null;
  readonly stages: UploadStages;
  /** Folder of the built console; none in tests of the API alone. */
  readonly consoleRoot?: string;
  /** To the standard output; or to what is given, as lines of JSON. */
  readonly logger?: boolean | { write(line: string): void };
}

/** Builds the server without listening: tests inject their requests. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, db, store, authority = null } = parts;
  const signer = officeSigner({ db, config, authority });
  z.config(z.locales.zhCN());
  const app: FastifyInstance = fastify({
    trustProxy: config.trustProxy && nearestProxy,
    genReqId: () => randomUUID(),
    bodyLimit: limits.formBodyBytes,
    logger: parts.logger ? { level: 'warn', ...(parts.logger === true ? {} : { stream: parts.logger }) } : false,
    frameworkErrors: (_error, { raw }, reply) => rerouteUnreadable(app, raw, reply as FastifyReply),
    routerOptions: { maxParamLength: 2000, caseSensitive: true },
    // Uploads take as long as they flow: `endRestingBodies` ends what rests. Heads are short, and have to be there at once.
    requestTimeout: 0,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while closing is answered, not turned away.
    return503OnClosing: false,
  });
  closeConnectionsWhenClosing(app);
  endRestingBodies(app, config.bodyIdleSeconds * 1000);
  limitBodies(app, config.uploadsAtOnce.perAddress);
  await secureHeaders(app, store.direct?.origin, previewOrigins(config));
  const links = createLinkSigner(parts.secrets.link);
  const readerOf = createReaderCheck(db, config.session);
  const stillHolds: HolderCheck = async (holder) => (await readerOf(holder)) !== null;

  await app.register(async (api) => mountApi(api, parts, signer, links));
  await app.register(async (open) =>
    intakeRoutes(open, {
      db,
      store,
      stages: parts.stages,
      config,
      signer,
      ownerSecret: parts.secrets.owner,
      captures: captureDesk(config),
    }),
  );
  await app.register(async (open) => verificationRoutes(open, { db, config }));
  await app.register(async (open) => latestVersionRoute(open, { db, links, config }));
  await app.register(async (log) => tileRoutes(log, { db, publicEntries: config.log.publicEntries }));
  await app.register(async (keys) => publishedKeysRoute(keys, { db, config }));
  await app.register(async (explorer) => explorerRoutes(explorer, { db, ratePerMinute: config.ratePerMinute.calls }));
  const isFaulty = (sha256: string) => isFaultyObject(db, sha256);
  await app.register(async (files) => filesRoutes(files, { store, links, stillHolds, isFaulty }));
  await app.register(async (files) =>
    documentRoutes(files, { db, store, links: createDocumentLinks(parts.secrets.link), readerOf, isFaulty }),
  );
  await app.register(async (metrics) =>
    metricsRoutes(metrics, { db, token: config.metricsToken, trustsLoopback: metricsTrustLoopback(config) }),
  );
  await app.register(async (files) =>
    packageRoutes(files, { db, store, config, signer }, createPackageLinks(parts.secrets.link), stillHolds),
  );
  await app.register(async (zips) => zipRoutes(zips, { db, store, stillHolds }));
  await app.register(async (shares) => shareRoutes(shares, { db, store }));
  previewPlacesRoute(app, config);
  const intakeDocument = intakeOpenApi(intakeCalls, { ...openCalls, ...appCalls });
  app.get('/open/v1/openapi.json', async () => intakeDocument);
  answerNoCall(app);
  healthRoutes(app, parts);
  if (parts.consoleRoot !== undefined) await serveConsole(app, parts.consoleRoot);
  return app;
}

/** The intake's door to the captures. */
function captureDesk({ captures }: Config): CaptureDesk {
  return {
    create: createCapture,
    describe: describeCapture,
    cancel: cancelCapture,
    isPrivateHost: (host) => !captures.allowPrivate && isPrivateHost(host),
  };
}

async function mountApi(
  api: FastifyInstance,
  parts: Parts,
  signer: OfficeSigner,
  links: ReturnType<typeof createLinkSigner>,
): Promise<void> {
  const { config, db, pool, store } = parts;
  const lists = openLists(pool.options);
  api.addHook('onClose', () => lists.close());
  const tokens = createTokens(parts.secrets.token);
  const captchas = createCaptchas(db, config.captcha);
  const signIn = createSignIn(db, captchas, tokens, {
    ...config.login,
    sessionSeconds: config.session.maxSeconds,
    totpKey: parts.secrets.totp,
  });
  // What each feature has for operators to do and to look at, in the order of the menu.
  const work = [
    userWork(db, lists),
    pointsWork,
    evidenceWork,
    applicationWork(db, lists),
    captureWork,
    recordingWork,
    orderWork,
    invoiceWork(db, lists),
  ];
  const waiting = work.flatMap((of) => of.waiting);
  const activities = work.flatMap((of) => of.activities);
  const anchored = { hasChain: config.chain !== null, needsTimestamp: config.timestamps.url !== undefined };
  const loginPaths = [contract.login.path, contract.getImgCode.path];

  // Forms only (wire, section 1): a JSON body is 415.
  api.removeAllContentTypeParsers();
  await api.register(formbody, { bodyLimit: limits.formBodyBytes });
  answerErrors(api);
  limitRate(api, { perMinute: config.ratePerMinute.calls, signIn: { paths: loginPaths, perMinute: config.ratePerMinute.login } });
  await mount(
    api,
    contract,
    {
      ...sessionRoutes(db, captchas, signIn, {
        explorerUrl: config.explorerUrl,
        officeName: config.office.name,
        verifyUrl: verifyUrlOf(config, '{number}'),
        draftSecret: parts.secrets.token,
      }),
      ...userRoutes(db, lists),
      ...pointsRoutes(db, lists),
      ...captureRoutes({ db, lists, store, ...anchored }),
      ...recordingRoutes({ db, lists, store, ...anchored }),
      ...batchRoutes(db, store),
      ...evidenceRoutes({ db, lists, store, config, signer, packageLinks: createPackageLinks(parts.secrets.link) }),
      ...notarizationRoutes({ db, lists, documentLinks: createDocumentLinks(parts.secrets.link), config }),
      ...logRoutes(lists),
      ...trailRoutes(db, lists),
      ...todoRoutes(waiting),
      ...workbenchRoutes({
        lists,
        work: { waiting, activities },
        health: () => custodyHealth(db),
        witnesses: {
          timestamps: anchored.needsTimestamp,
          evidenceTimestamps: config.timestamps.ofEvidence,
          chain: anchored.hasChain,
          officeNoticeDays: config.office.noticeDays,
        },
      }),
      ...orderRoutes(db, lists),
      ...invoiceRoutes({ db, lists, fourEyes: config.invoiceFourEyes }),
      ...accessRoutes(db, config, parts.secrets.totp),
      ...releaseRoutes({ db, lists, store, stages: packageStages(parts.stages), config }),
      ...feedbackRoutes(lists),
    },
    {
      guard: createSessions(pool, tokens, config.session),
      links,
      exports: createExportDesk(config.exports),
      uploads: uploadSlots(config.uploadsAtOnce.perOperator),
      publicUrl: config.publicUrl,
    },
  );
  await documentApi(api);
  answerUnknownCalls(api);
}

async function documentApi(api: FastifyInstance): Promise<void> {
  const document = openApiOf('公证处管理后台接口', contract);
  api.get('/api/openapi.json', async () => document);
  await api.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
    await docs.register(swaggerUi, { routePrefix: '/api/docs' });
  });
}

/**
 * Only the proxy that connects is believed: what stands further left in `X-Forwarded-For` came to it from outside, and says whatever its
 * sender likes.
 */
function nearestProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

/** A connection that was busy when closing began is told to end with its answer; else it would idle on and hold the close. */
function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

function healthRoutes(app: FastifyInstance, { pool, store }: Parts): void {
  const isReady = readiness(() => Promise.all([pool.query('select 1'), store.check()]));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
