import { DatabaseError } from 'pg';
import { limits } from '../../domain/codes/limits.ts';
import { refuse } from '../http/refusal.ts';
import { countedPage } from './counted-page.ts';
import { readFilters } from './filters.ts';
import { narrowedPage } from './narrowed-page.ts';
import type { Lists } from './pools.ts';
import type { List, ListFilters, Page, Slice } from './list.ts';

/**
 * One page, newest first and then by id, and the exact total under the filters, both of one snapshot.
 * Equal calls at the same time may share one read. A page after the end has no rows. `page` counts from 1.
 * @throws Refusal when the search would cost too much, or does.
 */
export async function listPage<Row, Facets extends object, Range extends string>(
  lists: Lists,
  list: List<Row, Facets, Range>,
  { by, ...query }: ListFilters<Facets, Range> & PageRequest,
): Promise<Page<Row>> {
  const filters = readFilters(list.spec, query);
  const isCounted = filters.counter?.isExact === true && filters.keyword === null && filters.ranges.length === 0;
  const read = async (): Promise<Page<Record<string, unknown>>> => {
    const slice: Slice = { offset: (query.page - 1) * query.limit, limit: roundedUp(query.limit) };
    const page = await (isCounted
      ? countedPage(lists, list.spec, filters, slice)
      : narrowedPage(lists, list.spec, filters, slice, by)
    ).catch(refuseTimeout);
    return page.rows.length > query.limit ? { ...page, rows: page.rows.slice(0, query.limit) } : page;
  };
  // What may have to wait for turns is shared by the calls of one operator, so that nobody loses his turn by another's newer call.
  // The declaration's columns are what the rows were read by; the statement cannot carry their types.
  return lists.shared.read(JSON.stringify([list.spec.name, query, isCounted ? null : by]), read as () => Promise<Page<Row>>);
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  /** The account of the operator who asks: costly pages take turns by it. */
  readonly by?: string | undefined;
}

/**
 * A size stands in the text of a statement, which PostgreSQL keeps prepared on each connection: so they are few, and what is too much is
 * cut off.
 */
function roundedUp(limit: number): number {
  return sizes.find((size) => size >= limit) ?? limit;
}

const sizes = [10, 20, 50, limits.pageSizeMax];

/** PostgreSQL ends a statement that takes too long: that is the bound on what an operator may ask for, and no fault. */
function refuseTimeout(error: unknown): never {
  if (error instanceof DatabaseError && error.code === queryCanceled) throw refuse('查询耗时过长，请补充关键字或缩小时间范围后重试');
  throw error;
}

const queryCanceled = '57014';
