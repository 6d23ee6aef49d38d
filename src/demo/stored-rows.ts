import { sql } from 'kysely';
import type { EvidenceFile } from '../server/custody/evidence/evidence-files.ts';
import type { Tx } from '../server/db/database.ts';
import type { Tables } from '../server/db/tables.ts';

/** An evidence of the demo's online captures, under the id that its entry in the log has too. */
interface StoredRow {
  readonly id: string;
  readonly files: readonly EvidenceFile[];
  readonly entry: Uint8Array;
}

/** Hands the entries to the log. */
export async function insertEntries(tx: Tx, stored: readonly StoredRow[]): Promise<void> {
  const entries = JSON.stringify(stored.map(({ id, entry }) => ({ id, entry: `\\x${Buffer.from(entry).toString('hex')}` })));
  await sql`insert into log_pending (id, entry) overriding system value select id, entry
    from jsonb_populate_recordset(null::log_pending, ${entries}::jsonb)`.execute(tx);
}

export async function insertFiles(tx: Tx, stored: readonly StoredRow[]): Promise<void> {
  const files = stored.flatMap(({ id, files: own }) =>
    own.map(({ name, role, sha256, sm3, sizeBytes, mediaType, content }) => ({
      evidence_id: id,
      name,
      role,
      sha256,
      sm3,
      size_bytes: String(sizeBytes),
      media_type: mediaType,
      content: content && Buffer.from(content),
    })),
  );
  await tx.insertInto('evidence_file').values(files).execute();
}

/** Lets the ids that the database gives follow those that the demo gave. */
export async function continueIds(tx: Tx, tables: readonly (keyof Tables)[]): Promise<void> {
  for (const table of tables)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(tx);
}
