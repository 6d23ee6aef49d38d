import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { LinkGrantee } from '../../../domain/business/access/link-grantee.ts';

/** Evidence for one zip, and the name that browsers save it under. */
export interface OfferedZip {
  readonly numbers: readonly string[];
  readonly name: string;
}

/**
 * Creates links to zips, in the given order: `/files/batch/<token>/<name>`. Like other file links they are valid for 15 minutes
 * (spec/wire, 1), while their holder may see the evidence.
 */
export async function offerZips(tx: Tx, kind: OnlineKind, zips: readonly OfferedZip[], holder: LinkGrantee): Promise<string[]> {
  const offered = zips.map(({ numbers, name }) => ({ token: randomBytes(32).toString('base64url'), numbers: [...numbers], name }));
  const expiresAt = new Date(Date.now() + linkMs);
  await tx
    .insertInto('download_batch')
    .values(
      offered.map(({ token, numbers }) => ({
        token_hash: zipTokenHash(token),
        numbers,
        kind,
        holder: JSON.stringify(holder),
        expires_at: expiresAt,
      })),
    )
    .execute();
  return offered.map(({ token, name }) => `/files/batch/${token}/${encodeURIComponent(name)}`);
}

/** Deletes batches whose links have expired. */
export async function forgetZips(db: Database): Promise<void> {
  await db.deleteFrom('download_batch').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** Only the hash is stored, so that a reader of the table cannot use the tokens. */
export function zipTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const linkMs = 900_000;
