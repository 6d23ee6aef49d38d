import type { FastifyInstance } from 'fastify';
import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { labelKey } from '../evidence/labels.ts';
import { recordingList } from './recording-list.ts';
import { diskReserve } from '../signed/disk-reserve.ts';
import type { SignedRequests } from '../signed/mount.ts';
import { recordingFinders } from './finders.ts';
import { tendRecordings } from './jobs.ts';
import { recordingOpenRoutes } from './open-routes.ts';
import { recordingReference } from './reference.ts';
import { recordingRoutes } from './routes.ts';
import { endRested } from './infer-upload-end.ts';
import { uploadOptions, uploadRoutes } from './uploads.ts';
import { recordingWork } from './work.ts';

/** Recordings of processes and of mobile devices, and their uploads. */
export function recordings(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'secrets' | 'stages' | 'store'>) {
  const { config, db, secrets, stages, store } = deps;
  const finisher = { db, store, stages, ownerSecret: secrets.owner };
  const maxBytes = config.evidenceMaxBytes;
  return {
    routes: recordingRoutes(deps),
    openRoutes: recordingOpenRoutes(deps),
    async register(app: FastifyInstance) {
      uploadOptions(app, maxBytes);
    },
    registerSigned(app: FastifyInstance, signatureOf: SignedRequests) {
      uploadRoutes(app, { ...finisher, maxBytes, quotaBytes: config.uploadQuotaBytes, signatureOf, room: diskReserve(config) });
    },
    work: recordingWork,
    counts,
    finders: recordingFinders(deps),
    references: [recordingReference],
    jobs: [
      { name: 'tending recordings', everyMs: 30_000, run: () => tendRecordings(finisher, config.recordingUploadHours) },
      { name: 'ending uploads that rest', everyMs: 5_000, run: () => endRested(finisher, config.recordingRestSeconds) },
    ],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getProList: ({ type, status, label, keyword, registtime: time }) =>
    countedTotalOf(recordingList, { facets: { type, status, label_key: labelKey(label) }, keyword, time }),
};
