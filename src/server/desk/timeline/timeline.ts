import { sql } from 'kysely';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { trailDiffText, type State } from '../../../domain/business/trail/trail-diff.ts';
import type { TimelineRow } from '../../../contract/console/timeline.ts';
import type { TrailObject } from '../../../domain/business/trail/trail-names.ts';
import type { Database } from '../../platform/db/database.ts';
import { actorKindNames } from '../trail/wire-rows.ts';

/** A page of an object's trail, under any of its names, newest first, and the exact total. */
export async function readTimeline(
  db: Database,
  objects: readonly TrailObject[],
  page: number,
  limit: number,
): Promise<{ list: TimelineRow[]; count: number }> {
  const all = db.selectFrom('trail').where('object', 'in', [...objects]);
  const [rows, { total }] = await Promise.all([
    all
      .select(['id', 'at', 'actor_kind', 'actor_name', 'action', 'object', 'before', 'after'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const list = rows.map((row) => ({
    id: row.id,
    time: formatTime(row.at),
    operator: row.actor_name,
    operator_kind_name: actorKindNames[row.actor_kind],
    action: row.action,
    change: trailDiffText(row.object, visibleState(row.before), visibleState(row.after)),
  }));
  return { list, count: total };
}

/**
 * The fields shown to everyone who may open the object. Account numbers, payers' numbers, addresses and form input are only for readers of
 * the trail itself.
 */
const visibleFields: ReadonlySet<string> = new Set([
  'status',
  'repair',
  'state',
  'result',
  'reason',
  'credential',
  'payStatus',
  'payType',
  'refundOrderNo',
  'points',
  'source',
  'explain',
  'amountFen',
  'evidenceCount',
  'document',
  'masked',
  'shown',
  'share',
  'mentioned',
]);

function visibleState(state: State): State {
  return state && Object.fromEntries(Object.entries(state).filter(([field]) => visibleFields.has(field)));
}
