import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

/**
 * Whether a fault of one object is one of many, so that it says more about the store than about the object: the disk is not mounted, or it
 * is the store of another installation. Looks for a random sample of the objects that are not known to be faulty. @returns the numbers;
 * null if the store gives most of them.
 */
export async function manyFaulty(
  db: Database,
  store: Pick<ObjectStore, 'stat'>,
  sha256: string,
): Promise<{ readonly faulty: number; readonly sampled: number } | null> {
  const rows = await sampleObjects(db, sha256);
  let faulty = 0;
  for (const row of rows) if ((await store.stat(row.sha256))?.sizeBytes !== Number(row.size_bytes)) faulty += 1;
  return faulty >= fewest && faulty * 5 >= rows.length ? { faulty, sampled: rows.length } : null;
}

/** Hashes are random, so those after a random one are a random sample. */
async function sampleObjects(db: Database, but: string) {
  const start = randomBytes(32).toString('hex');
  const some = (after: boolean, count: number) =>
    db
      .selectFrom('stored_object')
      .select(['sha256', 'size_bytes'])
      .where('sha256', after ? '>=' : '<', start)
      .where('sha256', '<>', but)
      .where('state', 'in', ['whole', 'unchecked'])
      .orderBy('sha256')
      .limit(count)
      .execute();
  const rows = await some(true, sampleSize);
  return rows.length < sampleSize ? [...rows, ...(await some(false, sampleSize - rows.length))] : rows;
}

const sampleSize = 50;
/** Fewer are recorded one by one: in a small store they may be a real loss. */
const fewest = 5;
