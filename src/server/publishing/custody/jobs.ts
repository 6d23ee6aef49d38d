import type { Deps } from '../../custody/deps.ts';
import type { PeriodicJob } from '../../platform/jobs/periodic.ts';
import { anchorCheckpoint } from '../../custody/chain/anchoring.ts';
import { certificateRenewal } from '../../custody/identity/certificate-renewal.ts';
import { signLate } from '../../custody/guomi/sign-late.ts';
import type { Sm2Signer } from '../../custody/guomi/signer-port.ts';
import { guardedGrowth } from '../../custody/log/saved-checkpoint.ts';
import { collectWhenDue } from '../../custody/objects/collect-orphaned.ts';
import { scrubDue } from '../../custody/objects/scrub.ts';
import { measureLogDays } from '../../custody/platform/log-days.ts';
import { requestDueTimestamps } from '../../custody/timestamps/stamping.ts';
import { witnessJobs } from '../../custody/witnesses/witness-jobs.ts';
import type { TimestampQueue } from '../../custody/timestamps/timestamp-queue.ts';
import { storedNames } from '../../platform/installation/store-owner.ts';
import { forgetZips } from '../../custody/zip/zip-links.ts';

type JobDeps = Pick<
  Deps,
  'alarm' | 'authority' | 'chain' | 'config' | 'db' | 'logSigner' | 'signer' | 'sm2Authority' | 'store' | 'witnesses'
>;

/** Periodic jobs that grow and attest the log, and that maintain stored files. */
export function custodyJobs({
  alarm,
  authority,
  chain,
  config,
  db,
  logSigner,
  signer: { sm2 },
  sm2Authority,
  store,
  witnesses,
}: JobDeps): PeriodicJob[] {
  const anchorPace = config.chain && { ...config.chain, awaitsTimestamp: authority !== null };
  const awaits = { timestamp: authority !== null, transaction: chain !== null };
  const timestampJobs = (line: TimestampQueue, by = authority): PeriodicJob[] =>
    by === null
      ? []
      : [
          {
            name: `getting timestamps of ${line}`,
            everyMs: config.timestamps.intervalSeconds * 1000,
            run: (stopping) =>
              requestDueTimestamps(db, line, {
                authority: by,
                most: config.timestamps.turnRequests,
                awaitsTransaction: awaits.transaction,
                stopping,
              }),
          },
        ];
  const lateSigning = (signer: Sm2Signer) => async (stopping: AbortSignal) => {
    await signLate({ db, store, signer, most: 50 }, stopping);
  };
  const growth = (signer: NonNullable<typeof logSigner>) => guardedGrowth({ db, signer, files: () => storedNames(config) }, { awaits });
  return [
    ...(logSigner ? [{ name: 'growing the log', everyMs: config.log.intervalSeconds * 1000, run: growth(logSigner) }] : []),
    ...timestampJobs('checkpoints'),
    ...timestampJobs('archives'),
    ...timestampJobs('sm2-checkpoints', sm2Authority),
    ...(config.timestamps.ofEvidence ? timestampJobs('evidence') : []),
    ...(sm2 ? [{ name: 'signing late in SM2', everyMs: 10_000, run: lateSigning(sm2) }] : []),
    ...(chain && anchorPace ? [{ name: 'anchoring the log', everyMs: 2_000, run: () => anchorCheckpoint(db, chain, anchorPace) }] : []),
    ...(witnesses && logSigner ? witnessJobs({ db, alarm, policy: witnesses, key: logSigner.key }) : []),
    { name: 'measuring the gaps of the log', everyMs: 60_000, run: () => measureLogDays(db) },
    { name: 'looking after stored files', everyMs: 1_000, run: (stopping) => scrubDue({ db, store, alarm, ...config.scrub }, stopping) },
    { name: 'renewing the office certificate', everyMs: 3_600_000, run: certificateRenewal(db, { config, alarm }) },
    { name: 'clearing the store of what killed uploads left', everyMs: 3_600_000, run: () => store.tidy() },
    {
      name: 'collecting stored files that nobody names',
      everyMs: 600_000,
      run: (stopping) => collectWhenDue({ db, store, alarm }, stopping),
    },
    { name: 'forgetting zips that were offered', everyMs: 60_000, run: () => forgetZips(db) },
  ];
}
