import { DatabaseError } from 'pg';
import { limits } from '../../../domain/business/codes/limits.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { countedPage } from './counted-page.ts';
import { readFilters } from './filters.ts';
import { narrowedPage } from './narrowed-page.ts';
import type { Lists } from './pools.ts';
import { readStoredFilters } from './stored-spellings.ts';
import type { List, ListFilters, Page, Slice } from './list.ts';

/**
 * Reads one page, newest first and then by id, and the exact total under the filters, from one snapshot.
 * Equal concurrent calls may share one read. A page after the end has no rows. `page` counts from 1.
 * @throws Refusal if the search would cost too much or exceeds its time limit.
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
      : readStoredFilters(lists, list.spec, query).then((stored) => narrowedPage(lists, list.spec, stored, slice, by))
    ).catch(refuseTimeout);
    return page.rows.length > query.limit ? { ...page, rows: page.rows.slice(0, query.limit) } : page;
  };
  // Reads that may queue are not shared here, so that no operator loses their turn by another's newer call, or by one who leaves.
  // The cast is safe: the rows were read by the declaration's columns, whose types a statement cannot carry.
  return (isCounted ? lists.shared.read(JSON.stringify([list.spec.name, query]), read) : read()) as Promise<Page<Row>>;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  /** The operator's account, by which costly pages take turns. */
  readonly by?: string | undefined;
}

/**
 * The page size is part of a statement's text, which PostgreSQL keeps prepared on each connection. So there are few sizes, and surplus
 * rows are cut off.
 */
function roundedUp(limit: number): number {
  return sizes.find((size) => size >= limit) ?? limit;
}

const sizes = [10, 20, 50, limits.pageSizeMax];

/** A statement timeout is the limit of what an operator may ask for, so it becomes a refusal and not a fault. */
function refuseTimeout(error: unknown): never {
  if (error instanceof DatabaseError && error.code === queryCanceled) throw refuse('查询耗时过长，请补充关键字或缩小时间范围后重试');
  throw error;
}

const queryCanceled = '57014';
