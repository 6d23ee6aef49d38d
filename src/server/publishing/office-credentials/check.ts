import { sql } from 'kysely';
import type { OfficeCredential } from '../../../domain/proof/platform/credential.ts';
import { encodeCredentialList, parseCredentialList } from '../../../domain/proof/platform/credential-list.ts';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readCredentials } from './read.ts';

export interface CredentialsCheck {
  readonly credentials: number;
  /** Log entries that contain the list of credentials. */
  readonly lists: number;
  readonly broken: {
    readonly table: 'office_credential' | 'office_credential_list' | 'log_entry';
    readonly row: string;
    readonly reason: string;
  } | null;
}

/**
 * Compares the office's credentials with their lists in the log, in one snapshot: each list matches the rows, the newest list is complete,
 * and the log has no unknown list. Returns the first difference.
 */
export async function checkCredentials(db: Database): Promise<CredentialsCheck> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const [credentials, lists] = [await readCredentials(tx), await readLists(tx)];
      const broken = listFault(credentials, lists) ?? (await strayFault(tx, lists));
      return { credentials: credentials.length, lists: lists.length, broken };
    });
}

interface ListRow {
  readonly id: string;
  readonly listedAt: Date;
  /** Its position in the log; null while it is pending. */
  readonly seq: string | null;
  readonly entry: Buffer | null;
}

async function readLists(tx: Tx): Promise<ListRow[]> {
  return tx
    .selectFrom('office_credential_list as l')
    .leftJoin('log_entry as e', 'e.pending_id', 'l.log_entry')
    .leftJoin('log_pending as p', 'p.id', 'l.log_entry')
    .select(['l.id', 'l.listed_at as listedAt', 'e.seq', sql<Buffer | null>`coalesce(e.entry, p.entry)`.as('entry')])
    .orderBy('l.id')
    .execute();
}

function listFault(credentials: readonly OfficeCredential[], lists: readonly ListRow[]): CredentialsCheck['broken'] {
  const byId = new Map(credentials.map((credential) => [credential.id, credential]));
  for (const { id, listedAt, entry } of lists) {
    const fault = (reason: string) => ({ table: 'office_credential_list' as const, row: id, reason });
    const list = entry && parseCredentialList(entry);
    if (!list) return fault('the log has no entry of this list');
    if (!list.ok) return fault(`its entry of the log cannot be read: ${list.fault}`);
    if (list.value.listedAt !== listedAt.toISOString()) return fault('its entry of the log states another time');
    const other = list.value.credentials.find((stated) => !isSame(stated, byId.get(stated.id)));
    if (other) return { table: 'office_credential', row: other.id, reason: `list ${id} in the log says something else of it` };
  }
  const newest = lists.at(-1);
  const [first] = credentials;
  if (!newest) return first ? { table: 'office_credential', row: first.id, reason: 'the log has no list of it' } : null;
  const expected = encodeCredentialList(credentials, newest.listedAt);
  return newest.entry && sameBytes(newest.entry, expected)
    ? null
    : { table: 'office_credential_list', row: newest.id, reason: 'the newest list in the log is not what the rows say' };
}

/** Whether a list states the same as the row, which may have been withdrawn since. */
function isSame(stated: OfficeCredential, row: OfficeCredential | undefined): boolean {
  if (!row) return false;
  const then = stated.withdrawn === null ? { ...row, withdrawn: null } : row;
  const at = new Date(0);
  return sameBytes(encodeCredentialList([stated], at), encodeCredentialList([then], at));
}

/** Canonical JSON sorts its keys, so all lists begin with these bytes. */
async function strayFault(tx: Tx, lists: readonly ListRow[]): Promise<CredentialsCheck['broken']> {
  const head = Buffer.from('{"credentials":[');
  const { rows } = await sql<{ seq: string; entry: Buffer }>`
    select seq, entry from log_entry where substring(entry from 1 for ${head.length}) = ${head}::bytea order by seq`.execute(tx);
  const known = new Set(lists.map(({ seq }) => seq));
  const stray = rows.find(({ seq, entry }) => !known.has(seq) && parseCredentialList(entry).ok);
  return stray ? { table: 'log_entry', row: stray.seq, reason: 'it lists credentials of the office that no row tells of' } : null;
}
