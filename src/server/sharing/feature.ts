import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { dossierRoutes } from './dossier-routes.ts';
import { shareRoutes } from './routes.ts';

/** Addresses of evidence that stand on paper. */
export function sharing(deps: Pick<Deps, 'config' | 'db' | 'signer' | 'store'>) {
  return { register: (app: FastifyInstance) => registerAll(app, deps) };
}

/** Each in a scope of its own, since each answers its errors in its own way. */
async function registerAll(app: FastifyInstance, deps: Pick<Deps, 'config' | 'db' | 'signer' | 'store'>): Promise<void> {
  await app.register(async (files) => shareRoutes(files, deps));
  await app.register(async (dossiers) => dossierRoutes(dossiers, deps));
}
