import { sql } from 'kysely';
import type { DownloadType } from '../../../domain/business/codes/evidence.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../desk/trail/trail.ts';

/** Which downloads are listed. */
export type AskedDownloads =
  /** Of one evidence, from any list, single or in a batch; with `isBatch` in batches only. */
  | { readonly of: 'number'; readonly number: string; readonly isBatch: boolean }
  /** Of the lists of evidence, restricted to these types of owners. */
  | { readonly of: 'evidence'; readonly owners: readonly UserType[]; readonly isBatch: boolean }
  /** Of a list of online evidence. */
  | { readonly of: 'list'; readonly type: DownloadType; readonly isBatch: boolean }
  /** Of an application's documents. */
  | { readonly of: 'documents'; readonly orderId: string };

export interface DownloadKind {
  readonly type: DownloadType;
  readonly isBatch: boolean;
  readonly part?: 'file' | 'package' | 'certificate';
}

/** Records that an operator received files: one row per number. */
export async function recordDownloads(
  tx: Tx,
  { type, isBatch, part = 'file' }: DownloadKind,
  numbers: readonly string[],
  operator: Actor,
): Promise<void> {
  const rows = numbers.map((number) => ({ type, number, is_batch: isBatch, part, account_id: operator.id, operator: operator.name }));
  if (rows.length > 0) await tx.insertInto('download_history').values(rows).execute();
}

/** Records that an operator received a document of an application. */
export async function recordDocument(tx: Tx, orderId: string, operator: Actor): Promise<void> {
  await tx
    .insertInto('download_history')
    .values({ type: 'document', number: '', order_id: orderId, is_batch: false, account_id: operator.id, operator: operator.name })
    .execute();
}

/** Records the address that a share address was opened from, once per IP address and day. */
export async function recordShareOpening(db: Database, number: string, ip: string): Promise<void> {
  await db
    .insertInto('share_opening')
    .values({ number, ip, day: formatTime(new Date()).slice(0, 10) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One page of downloads, newest first, and the exact total. */
export async function listDownloads(db: Database, asked: AskedDownloads, page: number, limit: number) {
  const matching = matchingRows(db, asked);
  const [rows, { total }] = await Promise.all([
    matching
      .select(['id', 'operator', 'at', 'number'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

function matchingRows(db: Database, asked: AskedDownloads) {
  const all = db.selectFrom('download_history');
  if (asked.of === 'documents') return all.where('order_id', '=', asked.orderId);
  const within = asked.isBatch ? all.where('is_batch', '=', true) : all;
  if (asked.of === 'number') return within.where('number', '=', asked.number).where('number', '<>', '');
  if (asked.of === 'list') return within.where('type', '=', asked.type);
  // The lists of persons and of enterprises share one type.
  const listed = db
    .selectFrom('evidence')
    .select('evidence.number')
    .where('shown_in', 'in', [...asked.owners]);
  return within.where('type', '=', 'evidence').where('number', 'in', listed);
}
