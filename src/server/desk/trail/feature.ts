import type { trailCalls } from '../../../contract/console/trail.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { type ExportColumn, xlsxOf } from '../lists/export/xlsx.ts';
import type { Lists } from '../lists/pools.ts';
import { checkTrailEnd, extendTrailChain } from './chain.ts';
import { countedTrail, type ListedTrail, listTrail, streamTrail, type TrailFilters } from './trail-list.ts';
import { operatorActor, recordTrail } from './trail.ts';
import { trailRowOf } from './wire-rows.ts';

/** The trail and its hash chain. */
export function trail(deps: { readonly db: Database; readonly lists: Lists }) {
  return {
    routes: trailRoutes(deps),
    counts: {
      getTrailList: ({ datetime: time, keyword, operator, action }: TrailQuery) => countedTrail({ time, keyword, operator, action }),
    },
    jobs: [{ name: 'linking the trail', everyMs: 500, run: () => extendTrailChain(deps.db) }],
  };
}

type TrailQuery = Omit<TrailFilters, 'time'> & { readonly datetime?: TrailFilters['time'] };

function trailRoutes({ db, lists }: { readonly db: Database; readonly lists: Lists }): Handlers<typeof trailCalls> {
  return {
    async getTrailList({ datetime: time, page, limit, ...filters }, { operator }) {
      const { rows, total } = await listTrail(lists, { ...filters, time }, { page, limit, by: operator.accountId });
      return { list: rows.map(trailRowOf), count: total };
    },

    async getTrailChain() {
      const { linked, waiting, checked, newest, broken } = await checkTrailEnd(db);
      return { linked, waiting, checked, checkedUntil: newest ? formatTime(newest) : '', broken: broken?.seq ?? '' };
    },

    async trailExport({ datetime: time, ...filters }, { operator, ip }) {
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'trail',
        after: { ...filters, keyword: maskIdNumber(filters.keyword), time },
      });
      return xlsxOf('操作日志', exportColumns, streamTrail(lists, { ...filters, time }));
    },
  };
}

// The list's columns in its order, with the full hash.
const exportColumns: ExportColumn<ListedTrail>[] = [
  { header: '时间', cell: ({ at }) => formatTime(at) },
  { header: '操作人', cell: ({ operator }) => operator },
  { header: 'IP', cell: ({ ip }) => ip },
  { header: '操作类型', cell: ({ action }) => action },
  { header: '对象', width: 28, cell: (row) => trailRowOf(row).object_name },
  { header: '变更内容', width: 60, cell: (row) => trailRowOf(row).change },
  { header: '哈希', width: 68, cell: (row) => trailRowOf(row).hash },
];
