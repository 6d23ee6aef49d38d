import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { addChunk, type StoredChunk } from '../../../platform/storage/chunked-upload.ts';

// Queries that lock or change evidence uploads and their chunks.
//
// Order of locks: the uploads of a user, by an advisory lock, when one is opened; the upload; its chunks. The evidence itself is stored in
// another transaction (`evidence/intake/store`), which holds none of these.

export type EvidenceUpload = Selectable<Tables['evidence_upload']>;

export function findUpload(db: Database | Tx, number: string): Promise<EvidenceUpload | undefined> {
  return db.selectFrom('evidence_upload').selectAll().where('number', '=', number).executeTakeFirst();
}

/** Serialises the opening of a user's uploads. @returns the number and the declared size of those that have not become evidence. */
export async function lockOpenUploads(tx: Tx, userId: string): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`evidence uploads\n${userId}`}, 0))`.execute(tx);
  const { n, bytes } = await tx
    .selectFrom('evidence_upload')
    .select(({ fn }) => [fn.countAll<string>().as('n'), fn.sum<string | null>('size_bytes').as('bytes')])
    .where('user_id', '=', userId)
    .where('sha256', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(n), bytes: Number(bytes ?? 0) };
}

/** @returns the upload's id. */
export async function insertUpload(tx: Tx, upload: { number: string; user_id: string; size_bytes: string }): Promise<string> {
  const { id } = await tx.insertInto('evidence_upload').values(upload).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Holds the price of an upload until it becomes evidence or is deleted. @returns false if the user's free points do not suffice. */
export async function holdForUpload(
  tx: Tx,
  { id, number, userId, appId }: { readonly id: string; readonly number: string; readonly userId: string; readonly appId: string },
  price: number,
): Promise<boolean> {
  const { rows } = await sql`
    with held as (select hold_points(${userId}::bigint, ${appId}, ${openKey(number)}, ${price}::bigint, interval '1 minute') as hold)
    select hold from held where hold is not null`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update points_hold set upload_id = ${id}, expires_at = 'infinity'
     where app_id = ${appId} and unique_id = ${openKey(number)}`.execute(tx);
  return true;
}

/** What a hold is named by while no call makes evidence of its upload. */
const openKey = (number: string): string => `upload ${number}`;

interface ClaimingCall {
  readonly appId: string;
  readonly uniqueId: string;
}

/**
 * Reserves a whole upload for the call that makes evidence of it, and gives that call the points held for it. Transmissions of the same
 * call share the claim. @returns false if another call has it, or if it is evidence already.
 */
export async function claimUpload(db: Database, id: string, { appId, uniqueId }: ClaimingCall): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update evidence_upload set claim_app = ${appId}, claim_unique = ${uniqueId}, claims = claims + 1
       where id = ${id} and sha256 is null and (claims = 0 or (claim_app = ${appId} and claim_unique = ${uniqueId}))
      returning id`.execute(tx);
    if (rows.length === 0) return false;
    await sql`update points_hold set app_id = ${appId}, unique_id = ${uniqueId} where upload_id = ${id}`.execute(tx);
    return true;
  });
}

/** Takes back the claim of a call that was refused, so that another one may use the upload. */
export async function releaseUpload(db: Database, { id, number }: Pick<EvidenceUpload, 'id' | 'number'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ claims: number }>`
      update evidence_upload set claims = claims - 1 where id = ${id} and claims > 0 and sha256 is null returning claims`.execute(tx);
    if (rows[0]?.claims === 0) await sql`update points_hold set unique_id = ${openKey(number)} where upload_id = ${id}`.execute(tx);
  });
}

/** Locks an upload, so that changes run one after another. Undefined if it was deleted. */
export function lockUpload(tx: Tx, id: string) {
  return tx.selectFrom('evidence_upload').select(['offset_bytes', 'sha256']).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** How many chunks of a locked upload have arrived. */
export async function countChunks(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('evidence_upload_piece')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Adds a chunk to a locked upload and advances its offset. */
export async function appendChunk(tx: Tx, id: string, chunk: StoredChunk): Promise<void> {
  await addChunk(tx, uploadChunks, id, chunk);
  await tx
    .updateTable('evidence_upload')
    .set({ offset_bytes: String(chunk.start + chunk.sizeBytes), touched_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Records that the upload has become evidence, and deletes its chunk rows and what was held for it. */
export async function markUsed(tx: Tx, id: string, { sha256, sm3 }: { readonly sha256: string; readonly sm3: string }): Promise<void> {
  await tx.updateTable('evidence_upload').set({ sha256, sm3, touched_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
  await tx.deleteFrom('evidence_upload_piece').where('upload_id', '=', id).execute();
  await tx.deleteFrom('points_hold').where('upload_id', '=', id).execute();
}

/** Deletes uploads, with their chunk rows, that got no chunk for so many hours, or became evidence so long ago. */
export async function deleteResting(db: Database, hours: number): Promise<void> {
  await db.deleteFrom('evidence_upload').where(sql<boolean>`touched_at < now() - make_interval(hours => ${hours})`).execute();
}

/** Deletes an upload with its chunk rows. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('evidence_upload').where('id', '=', id).execute();
}

/** Those of the given names whose chunks are still needed. */
export async function openNames(db: Database, names: readonly string[]): Promise<string[]> {
  const open = db.selectFrom('evidence_upload').select('number').where('number', 'in', names).where('sha256', 'is', null);
  return (await open.execute()).map(({ number }) => number);
}

/** The table of chunks and its reference to the upload. */
export const uploadChunks = { table: 'evidence_upload_piece', upload: 'upload_id' } as const;
