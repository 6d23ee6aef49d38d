import { defineList } from '../lists/list.ts';
import type { ListRow } from '../lists/list-row.ts';

/** Feedback, newest first. Declared in migrations/baseline/0006_users.sql. Name and verification are the user's current ones. */
export const feedbackList = defineList({
  name: 'feedback',
  table: 'feedback',
  time: 'at',
  columns: {
    id: 'id',
    userType: 'user_type',
    kind: 'kind',
    content: 'content',
    version: 'version',
    model: 'model',
    system: 'system',
    at: 'at',
  },
  join: { table: 'users', key: 'id', of: 'user_id', columns: { name: 'name', mobile: 'mobile', status: 'status' } },
  counted: [[], ['user_type'], ['kind'], ['user_type', 'kind']],
  ranges: {},
});
export type ListedFeedback = ListRow<typeof feedbackList>;
