import { defineList } from '../db/list.ts';

/** Recordings, the newest beginning first. Their counters are declared in migration 0019. */
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
  counted: [['type'], ['type', 'status']],
  keyword: {
    columns: ['username', 'mobile', 'name'],
    facet: 'type',
    // A number is random: pieces of it would be found everywhere.
    exact: { column: 'number', form: /^[0-9A-Fa-f]{32}$/ },
  },
  ranges: {},
});
