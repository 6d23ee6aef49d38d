// Order of locks: one row of sm2_signature at a time.
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import type { Sm2Signatures } from './sign-content.ts';

/** Content of the store, and the certificate that is to sign it. */
export interface SignatureKey {
  readonly contentSha256: string;
  readonly certificateSha256: string;
}

export async function findSignatures(db: Database, key: SignatureKey): Promise<Sm2Signatures | null> {
  const row = await rowOf(db, key).select(['der', 'cms']).where('state', '=', 'done').executeTakeFirst();
  return row?.der && row.cms ? { der: row.der, cms: row.cms } : null;
}

/** When the newest signature over this content was made; null while there is none. */
export async function lastSignedAt(db: Database, contentSha256: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sm2_signature')
    .select(({ fn }) => fn.max('done_at').as('at'))
    .where('content_sha256', '=', contentSha256)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Queues content for the signer, once. */
export async function awaitSignatures(db: Database, { contentSha256, certificateSha256 }: SignatureKey): Promise<void> {
  await db
    .insertInto('sm2_signature')
    .values({ content_sha256: contentSha256, certificate_sha256: certificateSha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The first signatures stored are kept. */
export async function storeSignatures(
  db: Database,
  { contentSha256, certificateSha256 }: SignatureKey,
  { der, cms }: Sm2Signatures,
): Promise<void> {
  await sql`
    insert into sm2_signature (content_sha256, certificate_sha256, state, der, cms, done_at)
    values (${contentSha256}, ${certificateSha256}, 'done', ${Buffer.from(der)}, ${Buffer.from(cms)}, now())
    on conflict (content_sha256, certificate_sha256) do update
      set state = 'done', der = excluded.der, cms = excluded.cms, done_at = now()
      where sm2_signature.state = 'waiting'`.execute(db);
}

/** Leases the content that has been due longest for this certificate, of those due at once the oldest; null if none is due. */
export async function claimSignature(db: Database, certificateSha256: string): Promise<SignatureKey | null> {
  const { rows } = await sql<SignatureKey>`
    update sm2_signature set next_at = ${leaseEnd(leaseSeconds)}
     where (content_sha256, certificate_sha256) = (
       select content_sha256, certificate_sha256 from sm2_signature
        where state = 'waiting' and certificate_sha256 = ${certificateSha256} and ${isFree(sql`next_at`, longestSeconds)}
        order by next_at, asked_at limit 1 for update skip locked
     )
    returning content_sha256 as "contentSha256", certificate_sha256 as "certificateSha256"`.execute(db);
  return rows[0] ?? null;
}

/** After a failure: delays by 5 s, doubling up to ten minutes. */
export async function postponeSignature(db: Database, { contentSha256, certificateSha256 }: SignatureKey): Promise<void> {
  await sql`
    update sm2_signature set attempts = attempts + 1,
           next_at = now() + make_interval(secs => least(${longestSeconds}::float8, 5 * 2 ^ least(attempts, 20)))
     where content_sha256 = ${contentSha256} and certificate_sha256 = ${certificateSha256} and state = 'waiting'`.execute(db);
}

/** After the signer's recovery: content that is delayed by a failure becomes due now. */
export async function releaseSignatures(db: Database, certificateSha256: string): Promise<void> {
  await sql`
    update sm2_signature set next_at = now()
     where state = 'waiting' and certificate_sha256 = ${certificateSha256} and attempts > 0 and next_at > now()`.execute(db);
}

/** Removes queued content that the store has lost. */
export async function forgetSignature(db: Database, { contentSha256, certificateSha256 }: SignatureKey): Promise<void> {
  await db
    .deleteFrom('sm2_signature')
    .where('content_sha256', '=', contentSha256)
    .where('certificate_sha256', '=', certificateSha256)
    .where('state', '=', 'waiting')
    .execute();
}

/** Number of waiting signatures, counted up to `upTo`, and the time of the oldest of those. */
export async function waitingSignatures(db: Database, upTo: number): Promise<{ readonly waiting: number; readonly oldestAt: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldestAt: Date | null }>`
    select count(*)::float8 as waiting, min(asked_at) as "oldestAt"
      from (select asked_at from sm2_signature where state = 'waiting' limit ${upTo}) unsigned`.execute(db);
  return rows[0] ?? { waiting: 0, oldestAt: null };
}

function rowOf(db: Database, { contentSha256, certificateSha256 }: SignatureKey) {
  return db.selectFrom('sm2_signature').where('content_sha256', '=', contentSha256).where('certificate_sha256', '=', certificateSha256);
}

/** If a signer takes longer, two servers may ask it; the first answer is kept. */
const leaseSeconds = 60;
const longestSeconds = 600;
