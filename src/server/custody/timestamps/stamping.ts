import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { readSm2Certificate } from '../../../domain/proof/guomi/sm2-certificate.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { emitAnchored } from '../../desk/events/anchored-store.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';
import { fromPem } from '../../../domain/proof/cms/der.ts';
import { claimNext, longestSeconds, type TimestampClaim, type TimestampQueue, timestampQueues } from './timestamp-queue.ts';
import { requestTimestamp, type TimestampAuthority } from './timestamp.ts';
import { type Timestamp } from '../../../domain/proof/cms/verify-timestamp.ts';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';

/** The configured authority with its roots; null without TSA_URL. @throws StartupError if the roots cannot be read. */
export async function openAuthority({ timestamps }: Pick<Config, 'timestamps'>): Promise<TimestampAuthority | null> {
  return timestamps.url === undefined ? null : authorityAt(timestamps.url, timestamps);
}

/** The authority of the second track; null without one. @throws StartupError if the roots contain no SM2 root. */
export async function openSm2Authority({ timestamps }: Pick<Config, 'timestamps'>): Promise<TimestampAuthority | null> {
  if (timestamps.sm2Url === null) return null;
  const authority = await authorityAt(timestamps.sm2Url, timestamps);
  if (authority.rootsPem !== undefined && !hasSm2(authority.rootsPem))
    throw new StartupError(`TSA_ROOTS ${timestamps.rootsFile ?? ''} holds no root of SM2 for the second authority of TSA_URL.`);
  return { ...authority, hash: 'sm3' };
}

function hasSm2(pem: string): boolean {
  return fromPem('CERTIFICATE', pem).some((der) => readSm2Certificate(der) !== null);
}

async function authorityAt(url: string, timestamps: Config['timestamps']): Promise<TimestampAuthority> {
  const { toleranceSeconds } = timestamps;
  if (timestamps.rootsFile === undefined) return { url, toleranceSeconds };
  const rootsPem = await readFile(timestamps.rootsFile, 'utf8').catch((error: unknown) => {
    throw new StartupError(`TSA_ROOTS cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (!rootsPem.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartupError(`TSA_ROOTS ${timestamps.rootsFile} holds no PEM certificate.`);
  return { url, toleranceSeconds, rootsPem };
}

export interface TimestampOptions {
  readonly authority: TimestampAuthority;
  /** Maximum of requests in one run. */
  readonly most: number;
  /** Whether evidence also waits for a transaction on a chain. */
  readonly awaitsTransaction?: boolean;
  /** Ends the run before its next request. */
  readonly stopping?: AbortSignal;
}

/**
 * Obtains tokens for queued content, newest first, so that new evidence is served at once, however much is waiting. A claim is a lease: no
 * transaction is open during the request, a claim of a dead server expires, and two servers do not ask for the same token. The first
 * failure ends the run and delays the whole queue: 5 s, doubling up to ten minutes.
 * @returns the number of tokens obtained. @throws TimestampError among others, after recording it on the queue.
 */
export async function requestDueTimestamps(
  db: Database,
  name: TimestampQueue,
  { authority, most, awaitsTransaction = false, stopping }: TimestampOptions,
): Promise<number> {
  for (let came = 0; came < most; came += 1) {
    const claim = stopping?.aborted ? null : await claimNext(db, name);
    if (!claim) return came;
    const imprint = createHash(authority.hash ?? 'sha256')
      .update(claim.content)
      .digest();
    const timestamp = await requestTimestamp(authority, imprint).catch(async (error: unknown) => {
      await postpone(db, name, claim, error);
      throw error;
    });
    await storeToken(db, name, claim, timestamp, awaitsTransaction);
  }
  return most;
}

/** If the lease has expired and another server stored its token first, this token changes nothing. */
async function storeToken(
  db: Database,
  name: TimestampQueue,
  { key }: TimestampClaim,
  { der, chainPem, genTime, serial, policy }: Timestamp,
  awaitsTransaction: boolean,
): Promise<void> {
  const { table, column } = timestampQueues[name];
  await db.transaction().execute(async (tx) => {
    await sql`
      update ${table} set state = 'done', der = ${Buffer.from(der)}, der_sha256 = ${createHash('sha256').update(der).digest()},
             chain_pem = ${chainPem},
             gen_time = ${genTime}, serial = ${serial}, policy = ${policy}, done_at = now()
       where ${column} = ${key}::bigint and state = 'waiting'`.execute(tx);
    await tx
      .updateTable('stamp_line')
      .set({ attempts: 0, last_error: null, failing_since: null, next_at: sql<Date>`now()` })
      .where('name', '=', name)
      .where('attempts', '>', 0)
      .execute();
    if (name === 'checkpoints') await emitAnchored(tx, { timestamp: true, transaction: awaitsTransaction });
  });
}

/** Delays the queue and releases the claim, since a newer one may be waiting by then. */
async function postpone(db: Database, name: TimestampQueue, { key }: TimestampClaim, error: unknown): Promise<void> {
  const { table, column } = timestampQueues[name];
  await db.transaction().execute(async (tx) => {
    await sql`update ${table} set next_at = now() where ${column} = ${key}::bigint and state = 'waiting'`.execute(tx);
    await sql`
      update stamp_line set attempts = attempts + 1, last_error = ${failureText(error).slice(0, 500)},
             failing_since = coalesce(failing_since, now()),
             next_at = now() + make_interval(secs => least(${longestSeconds}::float8, 5 * 2 ^ least(attempts, 20)))
       where name = ${name}`.execute(tx);
  });
}

function failureText(error: unknown): string {
  if (error instanceof TimestampError) return `${error.kind}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
