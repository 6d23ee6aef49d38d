import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../custody/deps.ts';
import { filesRoutes } from '../../platform/http/files/files.ts';
import { custodyJobs } from './jobs.ts';
import { isFaultyObject } from '../../custody/objects/object-fault.ts';
import { publishedKeysRoute } from '../../custody/identity/published-keys.ts';
import { tileRoutes } from '../../custody/publish/log-routes.ts';
import { packageRoutes } from '../../custody/publish/package-routes.ts';
import { zipRoutes } from '../../custody/zip/zip-routes.ts';

type CustodyDeps = Pick<
  Deps,
  | 'alarm'
  | 'authority'
  | 'chain'
  | 'config'
  | 'db'
  | 'links'
  | 'logSigner'
  | 'packageLinks'
  | 'signer'
  | 'sm2Authority'
  | 'readerOf'
  | 'stillHolds'
  | 'store'
  | 'witnesses'
>;

/** The custody feature: delivers files, zips, packages, the log and the keys, and runs the jobs that maintain them. */
export function custody(deps: CustodyDeps) {
  return { register: (app: FastifyInstance) => registerAll(app, deps), jobs: custodyJobs(deps) };
}

/** Each group has a scope of its own, since each has its own error handler. */
async function registerAll(app: FastifyInstance, deps: CustodyDeps): Promise<void> {
  const { config, db, links, stillHolds, store } = deps;
  const isFaulty = (sha256: string): Promise<boolean> => isFaultyObject(db, sha256);
  await app.register(async (log) => tileRoutes(log, { db, publicEntries: config.log.publicEntries }));
  await app.register(async (keys) => publishedKeysRoute(keys, deps));
  await app.register(async (files) => filesRoutes(files, { store, links, stillHolds, isFaulty }));
  await app.register(async (packages) => packageRoutes(packages, deps));
  await app.register(async (zips) => zipRoutes(zips, deps));
}
