import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/** Captures of web pages, newest first. The counters are declared in migrations/baseline/0009_evidence.sql and 0021_many.sql. */
export const captureList = defineList({
  name: 'capture',
  table: 'capture',
  time: 'created_at',
  columns: {
    number: 'number',
    userId: 'user_id',
    username: 'username',
    mobile: 'mobile',
    name: 'name',
    label: 'label',
    status: 'status',
    createdAt: 'created_at',
    reason: 'reason',
    accept: 'accept',
    device: 'device',
    notes: 'notes',
  },
  counted: [['kind'], ['kind', 'shown_status'], ['kind', 'label_key'], ['kind', 'shown_status', 'label_key']],
  keyword: { columns: ['username', 'mobile', 'name', 'number'], facet: 'kind' },
  ranges: {},
});
export type ListedCapture = ListRow<typeof captureList>;
