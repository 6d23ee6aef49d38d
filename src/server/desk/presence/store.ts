import { sql } from 'kysely';
import { presenceLeaseSeconds } from '../../../domain/business/rules/presence-beat.ts';
import type { PanelObject } from '../../../domain/business/trail/panel-object.ts';
import type { Database } from '../../platform/db/database.ts';

// All SQL that adds, renews and ends presences. No lock is held for longer than one statement.
//
// Order of locks: rows of one statement, by id.

/** One operator viewing one object in one window. */
export interface View {
  /** Random and secret: only the window that created the view knows it. */
  readonly viewId: string;
  readonly object: PanelObject;
  readonly accountId: string;
  readonly operator: string;
}
export interface Present {
  readonly object: string;
  readonly id: string;
  readonly name: string;
}

/** After this time a window must authenticate and be authorised again. */
export const viewSeconds = 120;

export async function insertView(db: Database, { viewId, object, accountId, operator }: View): Promise<void> {
  await db
    .insertInto('presence')
    .values({ view_id: viewId, object, account_id: accountId, operator, until: inSeconds(presenceLeaseSeconds) })
    .execute();
}

/**
 * Renews a presence that has not ended. @param of the view's account and object, checked if given; else the ID is the only proof, and
 * works only for `viewSeconds` and one lease. @returns false if the presence is over; it is not revived.
 */
export async function renewView(
  db: Database,
  viewId: string,
  of?: { readonly accountId: string; readonly object: string },
): Promise<boolean> {
  const renewed = await db
    .updateTable('presence')
    .set({ until: inSeconds(presenceLeaseSeconds) })
    .where('view_id', '=', viewId)
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .$if(of !== undefined, (query) => query.where('account_id', '=', of?.accountId ?? '').where('object', '=', of?.object ?? ''))
    .$if(of === undefined, (query) => query.where('since', '>', inSeconds(-viewSeconds - presenceLeaseSeconds)))
    .returning('view_id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Renews presences that have not ended, each for `seconds` from now, and never shortens one. @returns the IDs of those renewed. */
export async function renewViews(db: Database, views: readonly { readonly viewId: string; readonly seconds: number }[]): Promise<string[]> {
  if (views.length === 0) return [];
  const { rows } = await sql<{ view_id: string }>`
    update presence set until = greatest(until, clock_timestamp() + make_interval(secs => heard.seconds))
      from unnest(${views.map(({ viewId }) => viewId)}::text[], ${views.map(({ seconds }) => seconds)}::float8[])
        as heard (view_id, seconds)
     where presence.view_id = heard.view_id and until > clock_timestamp()
    returning presence.view_id`.execute(db);
  return rows.map(({ view_id: viewId }) => viewId);
}

/** Shortens a presence to `seconds` from now instead of ending it, because the window may be about to reconnect. */
export async function endView(db: Database, viewId: string, seconds: number): Promise<void> {
  await db
    .updateTable('presence')
    .set({ until: inSeconds(seconds) })
    .where('view_id', '=', viewId)
    .where('until', '>', inSeconds(seconds))
    .execute();
}

/** All who are present, each once per object, by object and name. */
export async function listPresent(db: Database, object?: PanelObject): Promise<Present[]> {
  return db
    .selectFrom('presence')
    .select(['object', 'account_id as id', 'operator as name'])
    .distinct()
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .$if(object !== undefined, (query) => query.where('object', '=', object ?? ''))
    .orderBy('object')
    .orderBy('operator')
    .orderBy('account_id')
    .execute();
}

export async function forgetPresence(db: Database): Promise<void> {
  await db.deleteFrom('presence').where('until', '<', inSeconds(-viewSeconds)).execute();
}

function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
}
