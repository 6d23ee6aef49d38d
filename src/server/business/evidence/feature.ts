import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { Work } from '../../desk/work.ts';
import { diskReserve } from '../../open/signed/disk-reserve.ts';
import type { SignedRequests } from '../../open/signed/mount.ts';
import { evidenceList } from './evidence-list.ts';
import { evidenceFinders } from './finders.ts';
import { evidenceGate } from './intake/gate.ts';
import { evidenceKeeper } from './intake/keep-evidence.ts';
import { evidenceOpenRoutes } from './intake/open-routes.ts';
import { deleteEndedHolds } from './intake/store.ts';
import { evidenceReference } from './reference.ts';
import { evidenceRoutes } from './routes.ts';
import { aheadFiles } from './uploads/ahead.ts';
import { tendUploads } from './uploads/jobs.ts';
import { evidenceUploadOpenRoutes } from './uploads/open-routes.ts';
import { evidenceStages, evidenceUploadOptions, evidenceUploadRoutes } from './uploads/uploads.ts';

/** Intake, display and download of evidence. */
export function evidence(deps: Pick<Deps, EvidenceDeps>) {
  const { config, db } = deps;
  const gate = evidenceGate(db, config.prices.evidence);
  const keep = evidenceKeeper(deps, gate);
  const stages = evidenceStages(deps.stages);
  const room = diskReserve(config);
  const ahead = aheadFiles({ db, put: deps.put, stages, room });
  return {
    routes: evidenceRoutes(deps),
    openRoutes: { ...evidenceOpenRoutes(deps, keep), ...evidenceUploadOpenRoutes({ ...deps, stages, ahead }, keep) },
    async register(app: FastifyInstance) {
      app.addHook('onClose', async () => {
        gate.close();
        await ahead.close();
      });
      evidenceUploadOptions(app, config.evidenceMaxBytes);
    },
    registerSigned(app: FastifyInstance, signatureOf: SignedRequests) {
      evidenceUploadRoutes(app, signatureOf, { db, stages, ahead, room });
    },
    work: evidenceWork,
    counts,
    finders: evidenceFinders(deps),
    references: [evidenceReference],
    jobs: [
      { name: 'forgetting points on hold', everyMs: 60_000, run: () => deleteEndedHolds(db) },
      { name: 'tending uploads of evidence', everyMs: 60_000, run: () => tendUploads({ db, stages }, config.recordingUploadHours) },
    ],
  };
}

type EvidenceDeps = 'config' | 'db' | 'lists' | 'packageLinks' | 'put' | 'secrets' | 'signer' | 'stages' | 'store';

/** Totals of its lists. */
const counts: ListCounts = {
  getSaveDataList: ({ type, status, keyword, datetime: time }) =>
    countedTotalOf(evidenceList, { facets: { shown_in: type, file_status: status }, keyword, time }),
};

/** Evidence stored by clients; what was collected online has its own plots. */
const evidenceWork: Work = {
  waiting: [],
  activities: [
    { name: '企业存证', needs: ['evidence:enterprise'], series: { list: 'evidence', facet: 'enterprise' } },
    { name: '个人存证', needs: ['evidence:personal'], series: { list: 'evidence', facet: 'personal' } },
  ],
};
