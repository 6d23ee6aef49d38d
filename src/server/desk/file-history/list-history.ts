import { sql } from 'kysely';
import type { HistoryType } from '../../../domain/business/codes/evidence.ts';
import { panelPartsOf, type PanelObject } from '../../../domain/business/trail/panel-object.ts';
import type { Database } from '../../platform/db/database.ts';

export interface Given {
  readonly id: string;
  readonly at: Date;
  /** Empty for an opening of a share address. */
  readonly operator: string;
  readonly type: HistoryType | 'share';
  readonly part: 'file' | 'package' | 'certificate' | null;
  readonly is_batch: boolean;
  readonly number: string;
  readonly order_id: string | null;
  readonly ip: string;
}

/** The history of one object's files, or of the files that one account received. */
export type AskedHistory = { readonly object: PanelObject } | { readonly accountId: string };

/** A page of the history, newest first, and the exact total. Empty for an object of a kind that has no files. */
export async function listGiven(db: Database, asked: AskedHistory, page: number, limit: number): Promise<{ rows: Given[]; total: number }> {
  const all = givenOf(asked);
  if (!all) return { rows: [], total: 0 };
  const [{ rows }, counted] = await Promise.all([
    sql<Given>`select * from (${all}) as given order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from (${all}) as given`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

function givenOf(asked: AskedHistory) {
  const downloads = sql`select 'd' || id as id, at, operator, type, part, is_batch, number, order_id, '' as ip from download_history`;
  if ('accountId' in asked) return sql`${downloads} where account_id = ${asked.accountId}`;
  const { kind, id } = panelPartsOf(asked.object);
  if (kind === 'application') return sql`${downloads} where order_id = ${id}`;
  if (kind !== 'evidence' && kind !== 'capture' && kind !== 'recording') return null;
  return sql`${downloads} where number = ${id} and number <> ''
    union all select 's' || id, at, '', 'share', null, false, number, null, ip from share_opening where number = ${id}`;
}
