import { sql } from 'kysely';
import { presenceLeaseSeconds } from '../../domain/rules/presence-beat.ts';
import type { PanelObject } from '../../domain/trail/panel-object.ts';
import type { Database } from '../db/database.ts';

// What adds, renews and ends presences. Nothing is locked for longer than its own statement.
//
// Order of locks: rows of one statement, by their id.

/** One operator before one object, in one window. */
export interface View {
  /** Random: whoever knows it is the window that took it. */
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

/** After so long a window proves anew who looks, and that they may. */
export const viewSeconds = 120;

export async function insertView(db: Database, { viewId, object, accountId, operator }: View): Promise<void> {
  await db
    .insertInto('presence')
    .values({ view_id: viewId, object, account_id: accountId, operator, until: inSeconds(presenceLeaseSeconds) })
    .execute();
}

/**
 * Renews what has not ended. @param of the account that took it, and the object; left out where the id is proof enough.
 * @returns false where it is over: it is not revived.
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

/** Renews many that have not ended, each for so long; never for less than it has. @returns the ids of those that had not. */
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

/** Lets it end by itself soon: the window may be about to take its place again. */
export async function endView(db: Database, viewId: string, seconds: number): Promise<void> {
  await db
    .updateTable('presence')
    .set({ until: inSeconds(seconds) })
    .where('view_id', '=', viewId)
    .where('until', '>', inSeconds(seconds))
    .execute();
}

/** Everybody who is present, each once an object, by name. */
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
