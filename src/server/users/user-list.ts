import type { ListedUser } from '../../contract/users-wire.ts';
import type { UserStatus, UserType } from '../../domain/codes/users.ts';
import { idNumber } from '../../domain/masking.ts';
import type { TimeRange } from '../../domain/time.ts';
import type { Lists } from '../db/list-pools.ts';
import { streamRows } from '../db/list-stream.ts';
import { defineList, listPage, type Page, type PageAsked } from '../db/list.ts';

/** Users, newest registration first. Their counters are declared in migration 0004. */
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
  counted: [['type'], ['type', 'status']],
  keyword: {
    columns: ['name', 'mobile'],
    facet: 'type',
    // wire, section 6: lists show the number masked, so it is found by the whole of it alone; of whatever kind it is, which a name or a mobile may look like
    exact: { column: 'id_card', form: idNumber, isEither: true },
  },
  ranges: { checked: 'checked_at' },
});

export interface UserFilters {
  readonly type: UserType;
  readonly status?: UserStatus | undefined;
  readonly keyword: string;
  readonly registered?: TimeRange | undefined;
  readonly checked?: TimeRange | undefined;
}

/** One page of the users under the filters, newest first, with the exact total. */
export function listUsers(lists: Lists, filters: UserFilters, slice: PageAsked): Promise<Page<ListedUser>> {
  return listPage(lists, userList, { ...filtersOf(filters), ...slice });
}

/** Every user under the filters, in the list's order, in batches. */
export function streamUsers(lists: Lists, filters: UserFilters): AsyncGenerator<ListedUser[]> {
  return streamRows(lists, userList, filtersOf(filters));
}

function filtersOf({ type, status, keyword, registered, checked }: UserFilters) {
  return { facets: { type, status }, keyword, time: registered, ranges: { checked } };
}
