import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../custody/deps.ts';
import { dossierRoutes } from './dossier-routes.ts';
import { shareRoutes } from './routes.ts';

/** Share addresses of evidence, which are printed on certificates. */
export function sharing(deps: Pick<Deps, 'config' | 'db' | 'signer' | 'store'>) {
  return { register: (app: FastifyInstance) => registerAll(app, deps) };
}

/** Registers each in a separate scope, because each has its own error handler. */
async function registerAll(app: FastifyInstance, deps: Pick<Deps, 'config' | 'db' | 'signer' | 'store'>): Promise<void> {
  await app.register(async (files) => shareRoutes(files, { ...deps, officeName: deps.config.office.name }));
  await app.register(async (dossiers) => dossierRoutes(dossiers, deps));
}
