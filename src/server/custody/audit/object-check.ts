import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { checkObject } from '../objects/object-check.ts';
import { messageOf } from '../objects/scrub-unread.ts';

export interface ObjectCheck {
  readonly objects: number;
  /** Objects already known to be damaged or missing: the scrub has raised an alarm, and their evidence is marked. */
  readonly known: number;
  /** Faulty objects that were not known yet. */
  readonly faulty: number;
  /** The first of these by hash; `first` has the first twenty. */
  readonly broken: ObjectFault | null;
  readonly first: readonly ObjectFault[];
}
export interface ObjectFault {
  readonly sha256: string;
  readonly reason: string;
}

/**
 * Checks that every object that a row names is in the store with its size and, with `rehash`, that its bytes match its hash. Changes
 * nothing.
 */
export async function checkObjects(db: Database, store: ObjectStore, rehash: boolean, batch = 500): Promise<ObjectCheck> {
  const first = await unknownObject(db);
  let faulty = first.length;
  let objects = 0;
  let known = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('stored_object')
      .select(['sha256', 'size_bytes', 'state'])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(batch)
      .execute();
    for (const { sha256, size_bytes, state } of rows) {
      const reason = await faultOf(store, sha256, Number(size_bytes), rehash);
      if (reason !== null && (state === 'damaged' || state === 'missing')) known += 1;
      else if (reason !== null) {
        faulty += 1;
        if (first.length < named) first.push({ sha256, reason });
      }
      objects += 1;
    }
    after = rows.at(-1)?.sha256 ?? after;
    if (rows.length < batch) return { objects, known, faulty, broken: first[0] ?? null, first };
  }
}

async function faultOf(store: ObjectStore, sha256: string, sizeBytes: number, rehash: boolean): Promise<string | null> {
  const found = await store.stat(sha256);
  if (!found) return 'it is missing';
  if (found.sizeBytes !== sizeBytes) return `it has ${found.sizeBytes} bytes, not ${sizeBytes}`;
  if (!rehash) return null;
  try {
    const look = await checkObject(store, { sha256, sizeBytes }, async () => undefined, new AbortController().signal);
    if (look === 'stopped') return 'its reading was stopped';
    return look.check === 'whole' ? null : `it is ${look.check}`;
  } catch (error) {
    return `it cannot be read: ${messageOf(error)}`;
  }
}

/** The scrub would never check an evidence file that it does not know. */
async function unknownObject(db: Database): Promise<ObjectFault[]> {
  const { rows } = await sql<{ sha256: string }>`
    select f.sha256 from evidence_file f left join stored_object o on o.sha256 = f.sha256
     where f.content is null and o.sha256 is null and not exists (
       select from evidence e join erasure x on x.user_id = e.user_id and x.state in ('erased', 'done') where e.id = f.evidence_id)
     order by f.sha256 limit 1`.execute(db);
  return rows.map(({ sha256 }) => ({ sha256, reason: 'an evidence names it, the scrub does not know it' }));
}

/** Enough to act on; if the whole store is lost, a list does not help. */
const named = 20;
