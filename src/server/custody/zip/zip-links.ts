import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OnlineKind } from '../../../domain/codes/online-evidence.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { LinkGrantee } from '../../../domain/access/link-grantee.ts';

/** Evidence that goes into one zip, and what a browser saves it as. */
export interface OfferedZip {
  readonly numbers: readonly string[];
  readonly name: string;
}

/**
 * Links to zips, in their order: `/files/batch/<token>/<name>`. Like every link to a file they live 15 minutes (wire, section 1), or as
 * long as their holder may have them.
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

/** Forgets those whose links have ended. */
export async function forgetZips(db: Database): Promise<void> {
  await db.deleteFrom('download_batch').where('expires_at', '<', sql<Date>`now()`).execute();
}

/** The table holds no token that somebody who reads it could use. */
export function zipTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const linkMs = 900_000;
