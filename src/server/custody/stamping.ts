import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/database.ts';
import { StartupError } from '../startup-error.ts';
import { requestTimestamp, type Timestamp, type TimestampAuthority } from './timestamp.ts';
import { TimestampError } from './timestamp-error.ts';

/** The authority of the configuration, its roots read; null without TSA_URL. @throws StartupError when the roots cannot be read. */
export async function openAuthority({ timestamps }: Pick<Config, 'timestamps'>): Promise<TimestampAuthority | null> {
  if (timestamps.url === undefined) return null;
  const { url, toleranceSeconds } = timestamps;
  if (timestamps.rootsFile === undefined) return { url, toleranceSeconds };
  const rootsPem = await readFile(timestamps.rootsFile, 'utf8').catch((error: unknown) => {
    throw new StartupError(`TSA_ROOTS cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
  if (!rootsPem.includes('-----BEGIN CERTIFICATE-----')) throw new StartupError(`TSA_ROOTS ${timestamps.rootsFile} holds no PEM certificate.`);
  return { url, toleranceSeconds, rootsPem };
}

/**
 * Gets a token over the newest checkpoint that has none. One waits at a time and is asked for until it is there; what the log grew by meanwhile is covered by
 * the next. The claim is a lease: no transaction is open while the authority thinks, a server that dies gives it back, and two servers do not ask twice.
 * @returns whether a token came; false when there was nothing to do or it is not time yet. @throws TimestampError among others, after it is noted on the row.
 */
export async function stampCheckpoint(db: Database, authority: TimestampAuthority): Promise<boolean> {
  const claim = await claimCheckpoint(db);
  if (!claim) return false;
  const imprint = createHash('sha256').update(claim.note).digest();
  const timestamp = await requestTimestamp(authority, imprint).catch(async (error: unknown) => {
    await postpone(db, claim, error);
    throw error;
  });
  await keep(db, claim.size, timestamp);
  return true;
}

interface Claim {
  readonly size: string;
  readonly note: string;
  readonly attempts: number;
}

async function claimCheckpoint(db: Database): Promise<Claim | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${stampLock})`.execute(tx);
    await chooseCheckpoint(tx);
    // A next_at beyond any back-off was written before the clock jumped back.
    const { rows } = await sql<Claim>`
      update log_timestamp t set attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
        from log_checkpoint c
       where t.state = 'waiting' and c.size = t.checkpoint_size and (next_at <= now() or next_at > now() + make_interval(secs => ${longestSeconds + leaseSeconds}))
      returning c.size, c.note, t.attempts`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Puts the newest checkpoint in line when none waits and it has no token yet. */
async function chooseCheckpoint(tx: Tx): Promise<void> {
  const waiting = await tx.selectFrom('log_timestamp').select('checkpoint_size').where('state', '=', 'waiting').executeTakeFirst();
  if (waiting) return;
  const newest = await tx.selectFrom('log_checkpoint').select('size').orderBy('size', 'desc').limit(1).executeTakeFirst();
  if (newest) await tx.insertInto('log_timestamp').values({ checkpoint_size: newest.size }).onConflict((conflict) => conflict.doNothing()).execute();
}

async function keep(db: Database, size: string, { der, chainPem, genTime, serial, policy }: Timestamp): Promise<void> {
  await db
    .updateTable('log_timestamp')
    .set({
      state: 'done',
      der: Buffer.from(der),
      der_sha256: createHash('sha256').update(der).digest(),
      chain_pem: chainPem,
      gen_time: genTime,
      serial,
      policy,
      last_error: null,
      failing_since: null,
      done_at: sql<Date>`now()`,
    })
    .where('checkpoint_size', '=', size)
    // The token of a server whose lease ran out changes nothing when another's came first.
    .where('state', '=', 'waiting')
    .execute();
}

/** Waits 5 s, then twice as long each time, up to ten minutes. */
async function postpone(db: Database, { size, attempts }: Claim, error: unknown): Promise<void> {
  const seconds = Math.min(longestSeconds, 5 * 2 ** Math.min(attempts - 1, 20));
  await db
    .updateTable('log_timestamp')
    .set({ last_error: told(error).slice(0, 500), failing_since: sql<Date>`coalesce(failing_since, now())`, next_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('checkpoint_size', '=', size)
    .where('state', '=', 'waiting')
    .execute();
}

function told(error: unknown): string {
  if (error instanceof TimestampError) return `${error.kind}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/** How the timestamps stand, for operators. */
export interface StampingState {
  readonly newest: { readonly checkpointSize: string; readonly genTime: Date } | null;
  readonly waiting: { readonly checkpointSize: string; readonly attempts: number; readonly lastError: string | null; readonly nextAt: Date } | null;
}

export async function stampingState(db: Database): Promise<StampingState> {
  const newest = await db.selectFrom('log_timestamp').select(['checkpoint_size', 'gen_time']).where('state', '=', 'done').orderBy('checkpoint_size', 'desc').limit(1).executeTakeFirst();
  const waiting = await db.selectFrom('log_timestamp').selectAll().where('state', '=', 'waiting').executeTakeFirst();
  return {
    newest: newest?.gen_time ? { checkpointSize: newest.checkpoint_size, genTime: newest.gen_time } : null,
    waiting: waiting ? { checkpointSize: waiting.checkpoint_size, attempts: waiting.attempts, lastError: waiting.last_error, nextAt: waiting.next_at } : null,
  };
}

const stampLock = 7_240_005;
/** Longer than a request may take (10 s). */
const leaseSeconds = 30;
const longestSeconds = 600;
