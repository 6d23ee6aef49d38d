import type { trailCalls, TrailRow } from '../../../contract/console/trail.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { type ExportColumn, xlsxOf } from '../lists/export/xlsx.ts';
import type { Lists } from '../lists/pools.ts';
import type { References } from '../references/reference.ts';
import { checkTrailEnd, extendTrailChain } from './chain.ts';
import { readNames } from './names.ts';
import { countedTrail, isNameShared, listActors, type ListedTrail, listTrail, streamTrail, type TrailFilters } from './trail-list.ts';
import { operatorActor, recordTrail } from './trail.ts';
import { trailRowOf } from './wire-rows.ts';

/** The trail and its hash chain. */
export function trail(deps: TrailDeps) {
  return {
    routes: trailRoutes(deps),
    counts: {
      getTrailList: ({ datetime: time, keyword, operator, action, own_looks: own }: TrailQuery, { realname }: Operator) =>
        countedTrail({ time, keyword, operator, action, withoutLooksOf: own === undefined ? undefined : realname }),
    },
    jobs: [{ name: 'linking the trail', everyMs: 500, run: () => extendTrailChain(deps.db) }],
  };
}

interface TrailDeps {
  readonly db: Database;
  readonly lists: Lists;
  readonly references: () => References;
}

type TrailQuery = Omit<TrailFilters, 'time' | 'withoutLooksOf'> & {
  readonly datetime?: TrailFilters['time'];
  readonly own_looks?: '0' | undefined;
};

function trailRoutes(deps: TrailDeps): Handlers<typeof trailCalls> {
  const { db, lists } = deps;
  const filtersOf = async ({ datetime: time, own_looks: own, ...filters }: TrailQuery, operator: Operator): Promise<TrailFilters> => ({
    ...filters,
    time,
    ...(own === '0' && !(await isNameShared(db, operator)) && { withoutLooksOf: operator.realname }),
  });
  return {
    async getTrailList({ page, limit, ...query }, { operator }) {
      const { rows, total } = await listTrail(lists, await filtersOf(query, operator), { page, limit, by: operator.accountId });
      const names = await readNames(deps, operator, rows);
      return { list: rows.map((row) => trailRowOf(row, names)), count: total };
    },

    async getTrailOperators() {
      return { list: await listActors(db) };
    },

    async getTrailChain() {
      const { linked, waiting, checked, newest, broken } = await checkTrailEnd(db);
      return { linked, waiting, checked, checkedUntil: newest ? formatTime(newest) : '', broken: broken?.seq ?? '' };
    },

    async trailExport(query, { operator, ip }) {
      const { datetime: time, own_looks: own, ...filters } = query;
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'trail',
        after: { ...filters, keyword: maskIdNumber(filters.keyword), time, ...(own === '0' && { ownLooks: false }) },
      });
      const batches = streamTrail(lists, await filtersOf(query, operator));
      return xlsxOf('操作日志', exportColumns, namedRows(deps, operator, batches));
    },
  };
}

async function* namedRows(deps: TrailDeps, operator: Operator, batches: AsyncIterable<ListedTrail[]>): AsyncGenerator<TrailRow[]> {
  for await (const rows of batches) {
    const names = await readNames(deps, operator, rows);
    yield rows.map((row) => trailRowOf(row, names));
  }
}

// The list's columns in its order, with the full hash.
const exportColumns: ExportColumn<TrailRow>[] = [
  { header: '时间', cell: ({ time }) => time },
  { header: '操作人', cell: ({ operator }) => operator },
  { header: 'IP', cell: ({ ip }) => ip },
  { header: '操作类型', cell: ({ action }) => action },
  { header: '对象', width: 36, cell: ({ object_name: name }) => name },
  { header: '变更内容', width: 60, cell: ({ change }) => change },
  { header: '哈希', width: 68, cell: ({ hash }) => hash },
];
