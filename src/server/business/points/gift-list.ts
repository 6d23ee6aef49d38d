import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/**
 * Gifts of points, newest first, searchable by a part of the mobile number. The name is the receiver's current one. Declared in
 * migrations/baseline/0007_points.sql.
 */
export const giftList = defineList({
  name: 'gifts',
  table: 'points_gift',
  time: 'at',
  columns: { id: 'id', at: 'at', userType: 'user_type', mobile: 'mobile', kind: 'kind', points: 'points', note: 'note', giver: 'giver' },
  join: { table: 'users', key: 'id', of: 'user_id', columns: { name: 'name' } },
  counted: [[], ['user_type'], ['kind'], ['user_type', 'kind']],
  keyword: { columns: ['mobile'] },
  ranges: {},
});
export type ListedGift = ListRow<typeof giftList>;
