import { sql } from 'kysely';
import type { OfficeCredential } from '../../../domain/proof/platform/credential.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** A credential with facts that are not in the log. */
export interface KnownCredential extends OfficeCredential {
  readonly isReplaced: boolean;
  readonly operator: string;
}

/** All credentials, newest first. Not paged, because an office has about a dozen valid ones and adds a handful a year. */
export async function readCredentials(db: Database | Tx): Promise<KnownCredential[]> {
  const rows = await db
    .selectFrom('office_credential')
    .select(['id', 'kind', 'name', 'number', 'issuer', 'picture_sha256', 'picture_bytes', 'replaces', 'operator', 'created_at'])
    .select(['withdrawn_at', 'withdrawn_reason'])
    .select(sql<string>`valid_from::text`.as('valid_from'))
    .select(sql<string | null>`valid_until::text`.as('valid_until'))
    .orderBy('id', 'desc')
    .execute();
  const replaced = new Set(rows.map(({ replaces }) => replaces));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    number: row.number,
    issuer: row.issuer,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    picture: { sha256: row.picture_sha256, sizeBytes: row.picture_bytes },
    recordedAt: row.created_at.toISOString(),
    replaces: row.replaces,
    withdrawn:
      row.withdrawn_at && row.withdrawn_reason !== null ? { at: row.withdrawn_at.toISOString(), reason: row.withdrawn_reason } : null,
    isReplaced: replaced.has(row.id),
    operator: row.operator,
  }));
}

/** Whether it is valid: neither replaced nor withdrawn. */
export function stands({ isReplaced, withdrawn }: Pick<KnownCredential, 'isReplaced' | 'withdrawn'>): boolean {
  return !isReplaced && withdrawn === null;
}
