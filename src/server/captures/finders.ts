import { shownStatus } from '../../domain/rules/capture.ts';
import { onlineFinder, type FoundOnline } from '../evidence/online-finder.ts';
import type { Deps } from '../feature/deps.ts';
import { exactLookUp } from '../lists/exact-rows.ts';
import { firstRows } from '../lists/first-rows.ts';
import { rowsSought, type Finder } from '../search/finder.ts';
import { captureList, type ListedCapture } from './capture-list.ts';

/** Captures of web pages. */
export function captureFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const by = (column: string, rows: 'one' | 'many') => exactLookUp(lists, captureList, column, { limit: rowsSought, rows });
  const [byNumber, byMobile] = [by('number', 'one'), by('mobile', 'many')];
  const facets = { kind: 'web' } as const;
  return [
    onlineFinder('web', {
      byNumber: async (number) => (await byNumber(number)).map(foundOf),
      byMobile: async (mobile) => (await byMobile(mobile)).map(foundOf),
      byText: async (keyword) => (await firstRows(lists, captureList, { facets, keyword, limit: rowsSought }))?.map(foundOf) ?? null,
    }),
  ];
}

function foundOf(row: ListedCapture): FoundOnline {
  return { ...row, shownStatus: shownStatus(row.status), at: row.createdAt };
}
