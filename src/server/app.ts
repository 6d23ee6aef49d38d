import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { composeDeps } from './compose-deps.ts';
import { joinFeatures } from './join.ts';
import { features } from './features.ts';
import { mountApi } from './platform/http/api.ts';
import { readBodyHeaders } from './platform/http/body-headers.ts';
import { closeConnectionsWhenClosing } from './platform/http/close-connections.ts';
import { serveConsole } from './platform/http/console-files.ts';
import { answerErrors } from './platform/http/errors.ts';
import { drainable, type Drain } from './platform/http/drain.ts';
import { previewOrigins, previewPlacesRoute } from './platform/http/files/preview-places.ts';
import { healthRoutes } from './platform/http/health.ts';
import { abortIdleBodies } from './platform/http/limits/body-end.ts';
import { limitScope } from './platform/http/limit-scope.ts';
import { limitBodies, uploadSlots } from './platform/http/limits/upload-slots.ts';
import { newApp } from './platform/http/new-app.ts';
import { measureCalls } from './platform/http/observed/measure-calls.ts';
import { traceCalls } from './platform/http/observed/trace-calls.ts';
import { answerNoCall } from './platform/http/no-call.ts';
import { refuseOtherMethods } from './platform/http/other-methods.ts';
import { secureHeaders } from './platform/http/security.ts';
import type { PeriodicJob } from './platform/jobs/periodic.ts';
import { createExportService } from './desk/lists/export/export-service.ts';
import type { Parts } from './parts.ts';
import { mountSignedEdge } from './open/signed/edge.ts';

/** The HTTP application and its periodic jobs; neither runs yet. */
export interface Server {
  readonly app: FastifyInstance;
  readonly jobs: readonly PeriodicJob[];
  readonly drain: Drain;
}

/** Builds the server from its features. It does not listen and starts no job. */
export async function buildServer(parts: Parts): Promise<Server> {
  const { config, pool, store } = parts;
  z.config(z.locales.zhCN());
  const app = newApp(config, parts.logger);
  traceCalls(app);
  measureCalls(app);
  closeConnectionsWhenClosing(app);
  const drain = drainable(app);
  const addOtherMethods = refuseOtherMethods(app);
  // For every scope that has no form of its own for its errors.
  answerErrors(app);
  readBodyHeaders(app);
  abortIdleBodies(app, config.bodyIdleSeconds * 1000);
  limitBodies(app, config.uploadsAtOnce.perAddress);
  await secureHeaders(app, store.direct?.origin, previewOrigins(config));

  const deps = composeDeps(parts, (line) => app.log.error(line));
  app.addHook('onClose', () => deps.lists.close());
  const { routes, openRoutes, registers, signedRegisters, jobs } = joinFeatures(features, deps);
  await app.register(async (api) =>
    mountApi(api, routes, {
      guard: deps.guard,
      links: deps.links,
      replica: deps.lists.replica,
      exports: createExportService(config.exports, config.office.sandboxNotice),
      uploads: uploadSlots(config.uploadsAtOnce.perOperator),
      publicUrl: config.publicUrl,
      ratePerMinute: config.ratePerMinute,
      office: config.office,
    }),
  );
  await app.register(async (open) => mountSignedEdge(open, openRoutes, signedRegisters, deps));
  for (const register of registers)
    await app.register(async (scope) => {
      limitScope(scope, config.ratePerMinute.calls);
      await register(scope);
    });

  previewPlacesRoute(app, config);
  answerNoCall(app);
  healthRoutes(app, () => Promise.all([pool.query('select 1'), store.check()]), drain);
  if (parts.consoleRoot !== undefined) await serveConsole(app, parts.consoleRoot, config.office.sandboxNotice);
  addOtherMethods();
  return { app, jobs, drain };
}

/** Builds the application without its jobs, for tests that inject their requests. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  return (await buildServer(parts)).app;
}
