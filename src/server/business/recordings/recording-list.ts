import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/** Recordings, latest beginning first. Their counters are declared in migrations/baseline/0009_evidence.sql and 0021_many.sql. */
export const recordingList = defineList({
  name: 'recording',
  table: 'recording',
  time: 'begin_at',
  columns: {
    number: 'number',
    userId: 'user_id',
    username: 'username',
    mobile: 'mobile',
    name: 'name',
    label: 'label',
    status: 'status',
    reason: 'reason',
    beginAt: 'begin_at',
    saidSeconds: 'said_seconds',
    fileSeconds: 'file_seconds',
  },
  counted: [['type'], ['type', 'status'], ['type', 'label_key'], ['type', 'status', 'label_key']],
  keyword: { columns: ['username', 'mobile', 'name', 'number'], facet: 'type' },
  ranges: {},
});
export type ListedRecording = ListRow<typeof recordingList>;
