import { sql } from 'kysely';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import { lookingActions } from '../../../domain/business/trail/trail-names.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Operator } from '../../platform/http/operator.ts';
import type { Lists } from '../lists/pools.ts';
import { streamRows } from '../lists/stream.ts';
import { countedTotalOf, type CountedTotal } from '../lists/counted-totals.ts';
import { defineList, type Page } from '../lists/list.ts';
import type { ListRow } from '../lists/list-row.ts';
import { listPage, type PageRequest } from '../lists/list-page.ts';

/** The trail, newest first, each row with the hash of its link once it has one. Declared in migrations/baseline/0003_trail.sql. */
export const trailList = defineList({
  name: 'trail',
  table: 'trail',
  time: 'at',
  columns: {
    id: 'id',
    at: 'at',
    kind: 'actor_kind',
    actorId: 'actor_id',
    operator: 'actor_name',
    ip: 'ip',
    action: 'action',
    object: 'object',
    before: 'before',
    after: 'after',
  },
  join: { table: 'trail_chain', key: 'trail_id', of: 'id', columns: { hash: 'hash' } },
  counted: [[], ['actor_key'], ['action'], ['actor_key', 'action']],
  keyword: {
    columns: ['actor_name', 'action', 'subject'],
    // An evidence's number, or the SHA-256 of a stored file.
    exact: { column: 'number', form: /^(?:[\dA-Fa-f]{32}|[\dA-Fa-f]{64})$/ },
  },
  ranges: {},
});
export type ListedTrail = ListRow<typeof trailList>;

export interface TrailFilters {
  readonly keyword: string;
  /** The actor's full name. */
  readonly operator?: string | undefined;
  /** The exact action. */
  readonly action?: string | undefined;
  readonly time?: TimeRange | undefined;
  /** The name of the operator whose own looking is left out. */
  readonly withoutLooksOf?: string | undefined;
}

/** One page of the trail under the filters, newest first, with the exact total. */
export function listTrail(lists: Lists, filters: TrailFilters, slice: PageRequest): Promise<Page<ListedTrail>> {
  return listPage(lists, trailList, { ...filtersOf(filters), ...slice });
}

/** The counter for the number of rows; null if no counter covers the filters. */
export function countedTrail(filters: TrailFilters): CountedTotal | null {
  return countedTotalOf(trailList, filtersOf(filters));
}

/** Every row under the filters, in the list's order, in batches. */
export function streamTrail(lists: Lists, filters: TrailFilters): AsyncGenerator<ListedTrail[]> {
  return streamRows(lists, trailList, filtersOf(filters), rowsNamedAtOnce);
}

/** Each batch of an export needs some queries for the names in it. */
const rowsNamedAtOnce = 500;

function filtersOf({ keyword, operator, action, time, withoutLooksOf: own }: TrailFilters) {
  const except = own === undefined ? undefined : { facets: { actor_key: actorKey(own) }, column: 'action', values: lookingActions };
  return { facets: { actor_key: operator === undefined ? undefined : actorKey(operator), action }, keyword, time, except };
}

/** The key of a name, as the generated column `actor_key` computes it. */
function actorKey(name: string): string {
  return `@${name.replaceAll('/', '／')}`;
}

/**
 * Names of those on the trail: of accounts first, then of clients, commands and the system; at most `limit`. Each of the latter is found by
 * one step in the index, so that the size of the trail does not matter.
 */
export async function listActors(db: Database, limit = 1000): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive actor (key) as (
      (select actor_key from trail order by actor_key limit 1)
      union all
      select (select t.actor_key from trail t where t.actor_key > actor.key order by t.actor_key limit 1)
        from actor where actor.key is not null
    ), named as (select substr(key, 2) as name from actor where key is not null limit ${limit})
    select name from named
     order by not exists (select from account where replace(realname, '/', '／') collate "C" = name), name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether another account has the same name; then the trail cannot tell the two by name. */
export async function isNameShared(db: Database, { accountId, realname }: Pick<Operator, 'accountId' | 'realname'>): Promise<boolean> {
  const other = await db
    .selectFrom('account')
    .select('id')
    .where('realname', '=', realname)
    .where('id', '<>', accountId)
    .executeTakeFirst();
  return other !== undefined;
}
