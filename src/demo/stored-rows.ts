import { sql } from 'kysely';
import type { EvidenceFile } from '../server/custody/evidence/evidence-files.ts';
import type { Tx } from '../server/platform/db/database.ts';
import type { Tables } from '../server/platform/db/tables.ts';

/** Evidence of the demo's online captures. Its entry in the log has the same id. */
interface StoredRow {
  readonly id: string;
  readonly files: readonly EvidenceFile[];
  readonly entry: Uint8Array;
}

/** Queues the entries for the log. */
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

/** Advances the tables' sequences past the ids that the demo assigned. */
export async function continueIds(tx: Tx, tables: readonly (keyof Tables)[]): Promise<void> {
  for (const table of tables)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(tx);
}

/** Points that a house account transfers to a user, or from them. */
export interface DemoTransfer {
  readonly at: Date;
  readonly order_no: string;
  readonly user_id: string;
  readonly house: string;
  readonly gives: boolean;
  readonly points: number;
  readonly reference: string;
  readonly note: string;
  readonly giver: string;
}

/** Books transfers in order of time, after creating the users' accounts, unless another part of the demo has created them. */
export async function bookTransfers(tx: Tx, transfers: readonly DemoTransfer[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb)
    as t (at timestamptz, order_no text, user_id bigint, house text, gives boolean, points bigint, reference text, note text, giver text)`;
  await sql`insert into points_account (kind, user_id, balance) select distinct 'user', t.user_id, 0 from ${given} order by t.user_id
    on conflict (user_id) do nothing`.execute(tx);
  await sql`insert into points_transfer (at, order_no, from_account, to_account, points, reference, note, giver)
    select t.at, t.order_no, case when t.gives then h.id else u.id end, case when t.gives then u.id else h.id end, t.points,
      t.reference, t.note, t.giver
      from ${given} join points_account u on u.user_id = t.user_id join points_account h on h.kind = t.house
        order by t.at, t.order_no`.execute(tx);
}
