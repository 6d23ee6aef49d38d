import type { UserType } from '../../../domain/business/codes/users.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { countedTotalOf, type CountedTotal } from '../../desk/lists/counted-totals.ts';
import { streamRows } from '../../desk/lists/stream.ts';
import { defineList, type Page } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import { listPage, type PageRequest } from '../../desk/lists/list-page.ts';
import { mobileOfUsers } from '../../desk/lists/mobile-of-users.ts';

const users = {
  table: 'users',
  time: 'registered_at',
  columns: { id: 'id', type: 'type', name: 'name', mobile: 'mobile' },
  join: {
    table: 'points_account',
    key: 'user_id',
    of: 'id',
    columns: { contract: 'given_contract', recharge: 'given_recharge', test: 'given_test', other: 'given_other', points: 'balance' },
  },
  ranges: {},
} as const;

/**
 * All users with their points, newest registration first, including users without any booking. Declared in
 * migrations/baseline/0006_users.sql.
 */
export const balanceList = defineList({
  ...users,
  name: 'balances',
  counted: [[]],
  keyword: { columns: ['name', 'mobile'], mobile: mobileOfUsers },
});
/** bigint columns are decimal strings; null if nothing was ever booked for the user. */
export type ListedBalance = ListRow<typeof balanceList>;

/** The balances of one type of users, which uses the counters of the user list. */
export const balanceListOfType = defineList({
  ...users,
  name: 'balances of a type',
  counters: 'users',
  counted: [['type']],
  keyword: { columns: ['name', 'mobile'], facet: 'type', mobile: mobileOfUsers },
});

export interface BalanceFilters {
  readonly type?: UserType | undefined;
  readonly keyword: string;
}

export function listBalances(lists: Lists, { type, keyword }: BalanceFilters, slice: PageRequest): Promise<Page<ListedBalance>> {
  if (type === undefined) return listPage(lists, balanceList, { facets: {}, keyword, ...slice });
  return listPage(lists, balanceListOfType, { facets: { type }, keyword, ...slice });
}

/** Their total, from the counters. */
export function countedBalances({ type, keyword }: BalanceFilters): CountedTotal | null {
  if (type === undefined) return countedTotalOf(balanceList, { facets: {}, keyword });
  return countedTotalOf(balanceListOfType, { facets: { type }, keyword });
}

/** Every user under the filters, in list order, in batches. */
export function streamBalances(lists: Lists, { type, keyword }: BalanceFilters): AsyncGenerator<ListedBalance[]> {
  if (type === undefined) return streamRows(lists, balanceList, { facets: {}, keyword });
  return streamRows(lists, balanceListOfType, { facets: { type }, keyword });
}
