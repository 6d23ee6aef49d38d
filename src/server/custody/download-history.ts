import { sql } from 'kysely';
import type { DownloadType } from '../../domain/codes/evidence.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Actor } from '../trail/trail.ts';

export interface Downloads {
  readonly type: DownloadType;
  /** Of one number; else every one that was downloaded in a batch. */
  readonly number: string | undefined;
  readonly isBatch: boolean;
}

/** Notes that an operator was given files: one row a number. */
export async function recordDownloads(tx: Tx, { type, isBatch }: Pick<Downloads, 'type' | 'isBatch'>, numbers: readonly string[], operator: Actor): Promise<void> {
  const rows = numbers.map((number) => ({ type, number, is_batch: isBatch, account_id: operator.id, operator: operator.name }));
  if (rows.length > 0) await tx.insertInto('download_history').values(rows).execute();
}

/** Downloads, newest first, with their exact number. */
export async function listDownloads(db: Database, { type, number, isBatch }: Downloads, page: number, limit: number) {
  const matching = db
    .selectFrom('download_history')
    .where('type', '=', type)
    .where('is_batch', '=', isBatch)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? ''));
  const [rows, { total }] = await Promise.all([
    matching.select(['id', 'operator', 'at', 'number']).orderBy('id', 'desc').limit(limit).offset((page - 1) * limit).execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
