import type { TimeRange } from '../../../domain/kit/text/time.ts';
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
  return streamRows(lists, trailList, filtersOf(filters));
}

function filtersOf({ keyword, operator, action, time }: TrailFilters) {
  return { facets: { actor_key: operator === undefined ? undefined : actorKey(operator), action }, keyword, time };
}

/** The key of a name, as the generated column `actor_key` computes it. */
function actorKey(name: string): string {
  return `@${name.replaceAll('/', '／')}`;
}
