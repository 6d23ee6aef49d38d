import { sql } from 'kysely';
import { assignStrayed } from '../acceptors/assign.ts';
import type { Config } from '../runtime/config.ts';
import { anchorCheckpoint } from '../custody/chain/anchoring.ts';
import type { Chain } from '../custody/chain/chain.ts';
import { collectWhenDue } from '../custody/objects/collect-unnamed.ts';
import type { LogSigner } from '../custody/log/log-signer.ts';
import { officeSigner } from '../custody/identity/signing-identity.ts';
import { certificateRenewal } from '../custody/identity/certificate-renewal.ts';
import { growLog } from '../custody/log/sequencer.ts';
import { stampDue } from '../custody/timestamps/stamping.ts';
import type { StampLine } from '../custody/timestamps/timestamp-queue.ts';
import { sweepDue } from '../custody/objects/sweep.ts';
import type { TimestampAuthority } from '../custody/timestamps/timestamp.ts';
import type { Database } from '../db/database.ts';
import { compactListCounts } from '../lists/compaction.ts';
import { forgetNonces } from '../signed/forget-nonces.ts';
import { makeDocuments } from '../notarizations/documents.ts';
import type { ObjectStore } from '../storage/store.ts';
import { tendRecordings } from '../recordings/chores.ts';
import { endRested } from '../recordings/untold-end.ts';
import type { Finisher } from '../recordings/finish.ts';
import { discardPackages, packageStages } from '../releases/chores.ts';
import { extendTrailChain } from '../trail/chain.ts';
import type { Chore } from './periodic.ts';

export interface HouseParts {
  readonly logSigner: LogSigner;
  /** Null where no authority is configured: checkpoints then have no timestamp. */
  readonly authority: TimestampAuthority | null;
  /** Null where no chain is configured: the office's own log is then the only anchor. */
  readonly chain: Chain | null;
  readonly store: ObjectStore;
  /** Tells what somebody has to act upon, in one line. */
  readonly alarm: (line: string) => void;
  /** Makes evidence of recordings that have come in whole. */
  readonly recordings: Finisher;
}

/** What the server does beside answering calls. Each is safe with several servers on one database. */
export function choresOf(db: Database, config: Config, { logSigner, authority, chain, store, alarm, recordings }: HouseParts): Chore[] {
  const anchorPace = config.chain;
  return [
    { name: 'linking the trail', everyMs: 500, run: () => extendTrailChain(db) },
    { name: 'growing the log', everyMs: config.log.intervalSeconds * 1000, run: () => growLog(db, logSigner) },
    ...(authority ? [stampChore(db, config, authority, 'checkpoints')] : []),
    ...(authority && config.timestamps.ofEvidence ? [stampChore(db, config, authority, 'evidence')] : []),
    ...(chain && anchorPace ? [{ name: 'anchoring the log', everyMs: 2_000, run: () => anchorCheckpoint(db, chain, anchorPace) }] : []),
    { name: 'looking after stored files', everyMs: 1_000, run: (stopping) => sweepDue({ db, store, alarm, ...config.sweep }, stopping) },
    {
      name: 'making notarial documents',
      everyMs: 1_000,
      run: (stopping) => makeDocuments({ db, store, config, signer: officeSigner({ db, config, authority }) }, stopping),
    },
    { name: 'renewing the office certificate', everyMs: 3_600_000, run: certificateRenewal(db, { config, alarm }) },
    { name: 'assigning applications', everyMs: 5_000, run: () => assignStrayed(db) },
    { name: 'tending recordings', everyMs: 30_000, run: () => tendRecordings(recordings, config.recordingUploadHours) },
    { name: 'ending uploads that rest', everyMs: 5_000, run: () => endRested(recordings, config.recordingRestSeconds) },
    { name: 'throwing away packages', everyMs: 30_000, run: () => discardPackages(db, packageStages(recordings.stages)) },
    { name: 'clearing the store of what killed uploads left', everyMs: 3_600_000, run: () => store.tidy() },
    {
      name: 'collecting stored files that nobody names',
      everyMs: 600_000,
      run: (stopping) => collectWhenDue({ db, store, alarm }, stopping),
    },
    { name: 'compacting list counters', everyMs: 1_000, run: () => compactListCounts(db) },
    { name: 'forgetting what is over', everyMs: 60_000, run: () => forgetExpired(db, config) },
  ];
}

function stampChore(db: Database, { timestamps }: Config, authority: TimestampAuthority, line: StampLine): Chore {
  return {
    name: `getting timestamps of ${line}`,
    everyMs: timestamps.intervalSeconds * 1000,
    run: (stopping) => stampDue(db, line, { authority, most: timestamps.turnRequests, stopping }),
  };
}

/** Rows that only serve for a time: nonces outside their window, old captchas, batches, sessions a day past their end. */
async function forgetExpired(db: Database, config: Config): Promise<void> {
  const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;
  await forgetNonces(db, new Date());
  await db.deleteFrom('download_batch').where('expires_at', '<', ago(0)).execute();
  await db
    .deleteFrom('captcha')
    .where('created_at', '<', ago(10 * config.captcha.ttlSeconds))
    .execute();
  await db
    .deleteFrom('login_failure')
    .where('last_at', '<', ago(10 * config.login.lockSeconds))
    .execute();
  await db.deleteFrom('points_hold').where('expires_at', '<', ago(0)).execute();
  await db.deleteFrom('app_upload').where('expires_at', '<', ago(86_400)).execute();
  await db
    .deleteFrom('session')
    .where('created_at', '<', ago(config.session.maxSeconds + 86_400))
    .execute();
}
