import { defineList } from '../lists/list.ts';
import type { ListRow } from '../lists/list-row.ts';

/** Evidence, newest first. Its counters are declared in migrations/0009_evidence.sql. */
export const evidenceList = defineList({
  name: 'evidence',
  table: 'evidence',
  time: 'saved_at',
  columns: {
    number: 'number',
    userId: 'user_id',
    type: 'type',
    kind: 'kind',
    title: 'title',
    savedAt: 'saved_at',
    fileStatus: 'file_status',
  },
  // Their holders' names, in the page's own statement: a second one costs a round trip and another turn of a busy process.
  join: { table: 'users', key: 'id', of: 'user_id', columns: { holderName: 'name', holderMobile: 'mobile' } },
  counted: [['shown_in'], ['shown_in', 'file_status']],
  // A number is random: n-grams of it would be found everywhere, and cost every evidence a hundred entries of an index.
  keyword: { columns: [], facet: 'shown_in', beginning: 'number' },
  ranges: {},
});
export type ListedEvidence = ListRow<typeof evidenceList>;
