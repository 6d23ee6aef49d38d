import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { hasEnded, isAhead, leaseEnd } from '../../db/lease.ts';
import type { Scrub } from './scrub-settings.ts';
import { checkObject, type ObjectCheck } from './object-check.ts';
import { paceOf, type Pace } from './scrub-pace.ts';
import { noteUnread, messageOf } from './scrub-unread.ts';
import { recordCheck } from './scrub-verdict.ts';

/**
 * Hashes every stored object again whose turn it is, oldest first, until none is due or the server stops. Where it stands is in the
 * database: an object's row says when it was looked at and when it is due. The claim is a lease: no transaction is open while bytes are
 * read, a server that dies gives the object back, and two servers look at different objects.
 * @returns how many were looked at. @throws the storage's own error, where it is no verdict, after it is noted on the row.
 */
export async function scrubDue(scrub: Scrub, stopping: AbortSignal, pace: Pace = paceOf(scrub.bytesPerSecond)): Promise<number> {
  for (let looks = 0; ; looks += 1) {
    const claim = stopping.aborted ? null : await claimDue(scrub);
    if (!claim) return looks;
    const { look, sha512, reason } = await verdictOn(scrub, claim, pace, stopping);
    if (look === 'stopped') {
      await giveBack(scrub.db, claim);
      return looks;
    }
    await recordCheck(scrub, claim.sha256, look, reason);
    if (sha512) await storeDigest(scrub.db, claim.sha256, sha512);
  }
}

/** `reason`: why an object counts as damaged although nobody has read it. */
async function verdictOn(
  scrub: Scrub,
  claim: Claim,
  pace: Pace,
  stopping: AbortSignal,
): Promise<{ look: ObjectCheck | 'stopped'; sha512?: Buffer | null; reason?: string }> {
  try {
    const found = await checkObject(scrub.store, claim, pace, stopping);
    return found === 'stopped' ? { look: found } : { look: found.check, sha512: found.sha512 };
  } catch (error) {
    const isDamaged = await noteUnread(scrub, claim, error, stopping);
    if (isDamaged === 'stopped') return { look: isDamaged };
    if (!isDamaged) throw error;
    return { look: 'damaged', reason: `it cannot be read: ${messageOf(error)}` };
  }
}

interface Claim {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly dueAt: Date;
  readonly wasDueAt: Date;
  readonly wantsSha512: boolean;
}

/**
 * The object that is due longest; where none is, one that is due later than any look or lease makes it: the clock was ahead when that was
 * written, and came back. The lease is four times what the reading takes at our rate, and ten minutes. One that a loss of power takes back
 * is taken again: its commit need not wait for the disk.
 */
async function claimDue({ db, bytesPerSecond, cycleDays }: Scrub): Promise<Claim | null> {
  const dueAt = sql.ref('due_at');
  const leaseSeconds = sql`600 + 4 * size_bytes / ${bytesPerSecond}::float8`;
  const longestSeconds = (cycleDays + 1) * 86_400;
  const claimFirst = async (which: RawBuilder<unknown>): Promise<Claim | null> => {
    const { rows } = await sql<{ sha256: string; size_bytes: string; due_at: Date; was_due_at: Date; wants_sha512: boolean }>`
      update stored_object o set due_at = ${leaseEnd(leaseSeconds)}
        from (select sha256 as object, due_at as was_due_at from stored_object where ${which} limit 1 for update skip locked) due,
             (select set_config('synchronous_commit', 'off', true)) of_this_statement
       where o.sha256 = due.object
      returning o.sha256, o.size_bytes, o.due_at, due.was_due_at,
        not exists (select from object_digest d where d.sha256 = o.sha256) as wants_sha512`.execute(db);
    const [row] = rows;
    if (!row) return null;
    const { sha256, size_bytes: sizeBytes, due_at: dueAt, was_due_at: wasDueAt, wants_sha512: wantsSha512 } = row;
    return { sha256, sizeBytes: Number(sizeBytes), dueAt, wasDueAt, wantsSha512 };
  };
  // The first of the two bounds, alike for all rows, serves the index.
  const isOfAnotherClock = sql`${isAhead(dueAt, longestSeconds)} and ${isAhead(dueAt, sql`${longestSeconds}::float8 + ${leaseSeconds}`)}`;
  return (await claimFirst(sql`${hasEnded(dueAt)} order by due_at`)) ?? claimFirst(sql`${isOfAnotherClock} order by due_at desc`);
}

/** What a hash is renewed with: once known it stays, since the object's own name says what its bytes are. */
async function storeDigest(db: Database, sha256: string, sha512: Buffer): Promise<void> {
  await sql`
    insert into object_digest (sha256, sha512) select ${sha256}, ${sha512}
      from (select set_config('synchronous_commit', 'off', true)) of_this_statement
    on conflict do nothing`.execute(db);
}

/** At its old place in the line, unless the lease ran out and another server holds it now. */
async function giveBack(db: Database, { sha256, dueAt, wasDueAt }: Claim): Promise<void> {
  await sql`
    update stored_object set due_at = ${wasDueAt}
     where sha256 = ${sha256} and date_trunc('milliseconds', due_at) = ${dueAt}::timestamptz`.execute(db);
}
