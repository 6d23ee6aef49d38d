import { sql } from 'kysely';
import type { EvidenceFile } from '../server/custody/evidence/evidence-files.ts';
import type { Tx } from '../server/db/database.ts';

/** An evidence of the demo's online captures, under the id that its entry in the log has too. */
interface KeptRow {
  readonly id: string;
  readonly files: readonly EvidenceFile[];
  readonly entry: Uint8Array;
}

/** Hands the entries to the log. */
export async function insertEntries(tx: Tx, kept: readonly KeptRow[]): Promise<void> {
  const entries = JSON.stringify(kept.map(({ id, entry }) => ({ id, entry: `\\x${Buffer.from(entry).toString('hex')}` })));
  await sql`insert into log_pending (id, entry) overriding system value select id, entry
    from jsonb_populate_recordset(null::log_pending, ${entries}::jsonb)`.execute(tx);
}

export async function insertFiles(tx: Tx, kept: readonly KeptRow[]): Promise<void> {
  const files = kept.flatMap(({ id, files: own }) =>
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
export async function continueIds(tx: Tx, table: 'capture' | 'recording'): Promise<void> {
  for (const one of [table, 'evidence', 'log_pending'] as const)
    await sql`select setval(pg_get_serial_sequence(${one}, 'id'), (select max(id) from ${sql.table(one)}))`.execute(tx);
}
