import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/** Evidence, newest first. Its counters are declared in migrations/baseline/0009_evidence.sql. */
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
  // Joins the owners' names in the page's own query: a second query would cost a round trip.
  join: { table: 'users', key: 'id', of: 'user_id', columns: { holderName: 'name', holderMobile: 'mobile' } },
  counted: [['shown_in'], ['shown_in', 'file_status']],
  // Numbers are random: every n-gram would occur everywhere, and each evidence would add a hundred index entries.
  // Shorter ends match too many numbers.
  keyword: {
    columns: [],
    facet: 'shown_in',
    beginning: 'number',
    ends: { form: /^[0-9A-F]{6,31}$/, index: 'evidence_number_ends' },
  },
  ranges: {},
});
export type ListedEvidence = ListRow<typeof evidenceList>;
