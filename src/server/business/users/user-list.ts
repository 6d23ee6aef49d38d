import type { UserListStatus, UserType } from '../../../domain/business/codes/users.ts';
import { identitySpellings } from '../../../domain/kit/text/identity-number.ts';
import { idNumber } from '../../../domain/kit/text/masking.ts';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { countedTotalOf, type CountedTotal } from '../../desk/lists/counted-totals.ts';
import { streamRows } from '../../desk/lists/stream.ts';
import { defineList, type Page } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import { listPage, type PageRequest } from '../../desk/lists/list-page.ts';
import { mobileOfUsers } from '../../desk/lists/mobile-of-users.ts';

/** Users, newest registration first. Their counters are declared in migrations/baseline/0006_users.sql. */
export const userList = defineList({
  name: 'users',
  table: 'users',
  time: 'registered_at',
  columns: {
    id: 'id',
    type: 'type',
    name: 'name',
    mobile: 'mobile',
    status: 'status',
    repair: 'repair',
    registeredAt: 'registered_at',
    checkedAt: 'checked_at',
    taxNumber: 'tax_number',
    idCard: 'id_card',
    lastLoginAt: 'last_login_at',
  },
  counted: [['type'], ['type', 'status'], ['type', 'awaits']],
  keyword: {
    columns: ['name', 'mobile'],
    facet: 'type',
    // spec/wire, 6: lists show identity-card numbers masked, so they are found only by the whole number; a tax number as it is.
    // `isEither`: a tax number may also look like a name or a mobile.
    mobile: mobileOfUsers,
    exact: { column: 'id_card', other: 'tax_code', form: idNumber, spellings: identitySpellings, isEither: true },
  },
  ranges: { checked: 'checked_at' },
});
export type ListedUser = ListRow<typeof userList>;

export interface UserFilters {
  readonly type: UserType;
  readonly status?: UserListStatus | undefined;
  readonly keyword: string;
  readonly registered?: TimeRange | undefined;
  readonly checked?: TimeRange | undefined;
}

/** One page of the users under the filters, newest first, with the exact total. */
export function listUsers(lists: Lists, filters: UserFilters, slice: PageRequest): Promise<Page<ListedUser>> {
  return listPage(lists, userList, { ...filtersOf(filters), ...slice });
}

/** The total of users under the filters, from the counters. */
export function countedUsers(filters: UserFilters): CountedTotal | null {
  return countedTotalOf(userList, filtersOf(filters));
}

/** Every user under the filters, in list order, in batches. */
export function streamUsers(lists: Lists, filters: UserFilters): AsyncGenerator<ListedUser[]> {
  return streamRows(lists, userList, filtersOf(filters));
}

function filtersOf({ type, status, keyword, registered, checked }: UserFilters) {
  const facets = status === 'supplementary' ? { type, awaits: status } : { type, status };
  return { facets, keyword, time: registered, ranges: { checked } };
}
