import type { FastifyInstance } from 'fastify';
import { reassignOrphaned } from '../../desk/acceptors/assign.ts';
import { createObjectChecks } from '../../custody/objects/check-now.ts';
import { isFaultyObject } from '../../custody/objects/object-fault.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { Deps } from '../../custody/deps.ts';
import { countedApplications } from './application-list.ts';
import { createDocumentLinks } from './documents/document-links.ts';
import { documentRoutes } from './documents/document-routes.ts';
import { makeDocuments } from './documents/documents.ts';
import { applicationFinders } from './finders.ts';
import { notarizationOpenRoutes } from './open-routes.ts';
import { applicationQueue } from './queue.ts';
import { notifyOverdue } from './overdue.ts';
import { applicationReference } from './reference.ts';
import { reassignRoutes } from './reassign/routes.ts';
import { filtersOf, notarizationRoutes } from './routes.ts';
import { notarizationWork } from './work.ts';

/** Applications for notarization, their reviews and documents. */
type Needed = Pick<Deps, 'alarm' | 'config' | 'db' | 'lists' | 'readerOf' | 'secrets' | 'signer' | 'store' | 'verifyUrl'>;

export function notarizations(deps: Needed) {
  const { alarm, config, db, readerOf, secrets, signer, store, verifyUrl } = deps;
  const checks = createObjectChecks({ alarm, db, store, ...config.scrub });
  const documentLinks = createDocumentLinks(secrets.link);
  return {
    routes: { ...notarizationRoutes({ ...deps, checks, documentLinks }), ...reassignRoutes(deps) },
    openRoutes: notarizationOpenRoutes(deps),
    async register(app: FastifyInstance) {
      await documentRoutes(app, { db, store, links: documentLinks, readerOf, isFaulty: (sha256) => isFaultyObject(db, sha256) });
    },
    work: { ...notarizationWork(deps), queues: [applicationQueue(deps)] },
    counts,
    finders: applicationFinders(deps),
    references: [applicationReference],
    jobs: [
      {
        name: 'making notarial documents',
        everyMs: 1_000,
        run: (stopping: AbortSignal) => makeDocuments({ db, store, config, signer, verifyUrl }, stopping),
      },
      { name: 'assigning applications', everyMs: 5_000, run: () => reassignOrphaned(db) },
      { name: 'telling of overdue applications', everyMs: 60_000, run: () => notifyOverdue(db) },
    ],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getEvidencesList: (given, operator) => countedApplications(filtersOf(given, operator)),
};
