import { defineList } from '../lists/list.ts';
import type { ListRow } from '../lists/list-row.ts';

/** Calls of one client, newest first. Declared in migrations/release-1.0/0024_clients.sql. */
export const callRecordList = defineList({
  name: 'call_records',
  table: 'call_record',
  time: 'at',
  columns: {
    id: 'id',
    at: 'at',
    call: 'call',
    status: 'status',
    ms: 'ms',
    ip: 'ip',
    refusal: 'refusal',
    message: 'message',
    signedOver: 'signed_over',
  },
  counted: [['app_id'], ['app_id', 'outcome']],
  ranges: {},
});
export type ListedCall = ListRow<typeof callRecordList>;
