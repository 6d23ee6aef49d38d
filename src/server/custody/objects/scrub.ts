import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { hasEnded, isAhead, leaseEnd } from '../../platform/db/lease.ts';
import type { Scrub } from './scrub-settings.ts';
import { checkObject, type ObjectCheck } from './object-check.ts';
import { paceOf, type Pace } from './scrub-pace.ts';
import { noteInconclusive, noteUnread, messageOf } from './scrub-unread.ts';
import { recordCheck } from './scrub-verdict.ts';
import { manyFaulty } from './wrong-store.ts';

/**
 * Rehashes stored objects that are due, oldest first, until none is due or the server stops. All state is in the database: an object's row
 * holds its last check and when it is due. A claim is a lease: no transaction is open while bytes are read, a dead server's claim expires,
 * and two servers check different objects.
 * @returns the number of checked objects. @throws the storage's own error if it is inconclusive, after recording it on the row.
 */
export async function scrubDue(scrub: Scrub, stopping: AbortSignal, pace: Pace = paceOf(scrub.bytesPerSecond)): Promise<number> {
  for (let checks = 0; ; checks += 1) {
    const claim = stopping.aborted ? null : await claimDue(scrub);
    if (!claim) return checks;
    const { look, sha512, reason } = await verdictOn(scrub, claim, pace, stopping);
    if (look === 'stopped') {
      await releaseClaim(scrub.db, claim);
      return checks;
    }
    await recordCheck(scrub, claim.sha256, look, reason);
    if (sha512) await storeDigest(scrub.db, claim.sha256, sha512);
  }
}

/** `reason`: why an object counts as damaged although it could not be read. */
async function verdictOn(
  scrub: Scrub,
  claim: Claim,
  pace: Pace,
  stopping: AbortSignal,
): Promise<{ look: ObjectCheck | 'stopped'; sha512?: Buffer | null; reason?: string }> {
  let fault: Error | undefined;
  try {
    const found = await checkObject(scrub.store, claim, pace, stopping);
    if (found === 'stopped') return { look: found };
    const many = found.check === 'whole' || claim.isKnownFaulty ? null : await manyFaulty(scrub.db, scrub.store, claim.sha256);
    if (many === null) return { look: found.check, sha512: found.sha512 };
    fault = new Error(
      `stored object ${claim.sha256} is ${found.check}, and so are ${many.faulty} of ${many.sampled} others: is this the store of ` +
        'another installation, or a disk that is not mounted? Nothing is recorded',
    );
    await noteInconclusive(scrub.db, claim.sha256, fault);
    throw fault;
  } catch (error) {
    if (fault) throw error;
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
  readonly isKnownFaulty: boolean;
}

/**
 * Leases the object that has been due longest. If none is due, takes one whose due time is later than any check or lease can set: a clock
 * was ahead when it was written. The lease lasts ten minutes plus four times the reading time at our rate. Its commit need not wait for the
 * disk: a lease lost in a power failure is simply taken again.
 */
async function claimDue({ db, bytesPerSecond, cycleDays }: Scrub): Promise<Claim | null> {
  const dueAt = sql.ref('due_at');
  const leaseSeconds = sql`600 + 4 * size_bytes / ${bytesPerSecond}::float8`;
  const longestSeconds = (cycleDays + 1) * 86_400;
  const claimFirst = async (which: RawBuilder<unknown>): Promise<Claim | null> => {
    const { rows } = await sql<{
      sha256: string;
      size_bytes: string;
      due_at: Date;
      was_due_at: Date;
      wants_sha512: boolean;
      is_faulty: boolean;
    }>`
      update stored_object o set due_at = ${leaseEnd(leaseSeconds)}
        from (select sha256 as object, due_at as was_due_at from stored_object where ${which} limit 1 for update skip locked) due,
             (select set_config('synchronous_commit', 'off', true)) of_this_statement
       where o.sha256 = due.object
      returning o.state in ('damaged', 'missing') as is_faulty, o.sha256, o.size_bytes, o.due_at, due.was_due_at,
        not exists (select from object_digest d where d.sha256 = o.sha256) as wants_sha512`.execute(db);
    const [row] = rows;
    if (!row) return null;
    const { sha256, size_bytes: sizeBytes, due_at: dueAt, was_due_at: wasDueAt, wants_sha512: wantsSha512, is_faulty: isKnownFaulty } = row;
    return { sha256, sizeBytes: Number(sizeBytes), dueAt, wasDueAt, wantsSha512, isKnownFaulty };
  };
  // The first bound is the same for all rows, so that the index can be used.
  const isOfAnotherClock = sql`${isAhead(dueAt, longestSeconds)} and ${isAhead(dueAt, sql`${longestSeconds}::float8 + ${leaseSeconds}`)}`;
  return (await claimFirst(sql`${hasEnded(dueAt)} order by due_at`)) ?? claimFirst(sql`${isOfAnotherClock} order by due_at desc`);
}

/** Stores the SHA-512 for later renewals. Once known it stays, since the object's name fixes its bytes. */
async function storeDigest(db: Database, sha256: string, sha512: Buffer): Promise<void> {
  await sql`
    insert into object_digest (sha256, sha512) select ${sha256}, ${sha512}
      from (select set_config('synchronous_commit', 'off', true)) of_this_statement
    on conflict do nothing`.execute(db);
}

/** Restores its place in the queue, unless the lease has expired and another server holds it now. */
async function releaseClaim(db: Database, { sha256, dueAt, wasDueAt }: Claim): Promise<void> {
  await sql`
    update stored_object set due_at = ${wasDueAt}
     where sha256 = ${sha256} and date_trunc('milliseconds', due_at) = ${dueAt}::timestamptz`.execute(db);
}
