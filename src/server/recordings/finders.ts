import { onlineFinder, type FoundOnline } from '../evidence/online-finder.ts';
import type { Deps } from '../feature/deps.ts';
import { exactLookUp } from '../lists/exact-rows.ts';
import { firstRows } from '../lists/first-rows.ts';
import { rowsSought, type Finder } from '../search/finder.ts';
import { recordingList, type ListedRecording } from './recording-list.ts';

/** Recordings of processes and of mobile devices. */
export function recordingFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const by = (column: string, rows: 'one' | 'many') =>
    exactLookUp(lists, recordingList, column, { narrowing: ['type'], limit: rowsSought, rows });
  const [byNumber, byMobile] = [by('number', 'one'), by('mobile', 'many')];
  return (['process', 'move'] as const).map((type) =>
    onlineFinder(type, {
      byNumber: async (number) => (await byNumber(number, { type })).map(foundOf),
      byMobile: async (mobile) => (await byMobile(mobile, { type })).map(foundOf),
      byText: async (keyword) =>
        (await firstRows(lists, recordingList, { facets: { type }, keyword, limit: rowsSought }))?.map(foundOf) ?? null,
    }),
  );
}

function foundOf(row: ListedRecording): FoundOnline {
  return { ...row, shownStatus: row.status, at: row.beginAt };
}
