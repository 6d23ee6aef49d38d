import type { Permission } from '../../domain/access/access.ts';
import type { CountedSeries } from '../lists/total.ts';
import type { Operator } from '../http/operator.ts';

/** What a feature has for operators to do and to look at. Each tells its own; the menu and the workbench show what all of them tell. */
export interface Work {
  readonly waiting: readonly Waiting[];
  readonly activities: readonly Activity[];
}

/** One kind of thing that waits: a number beside an entry of the menu, and a line of the workbench. */
export interface Waiting {
  /** 企业认证审核 */
  readonly label: string;
  /** Id of the menu's page that it stands beside. */
  readonly node: number;
  /** Told to whoever holds all of them: to see the list, and to do what waits. */
  readonly needs: readonly Permission[];
  /** Address of the list, filtered to what waits. */
  readonly url: string;
  /** Exact and cheap, from the list's counters: every operator's console asks once a minute. */
  count(operator: Operator): Promise<number>;
  /** The one that has waited longest; null when nothing waits. Asked only when something does. */
  oldest(operator: Operator): Promise<Oldest | null>;
}
export interface Oldest {
  readonly since: Date;
  /** Address of the thing itself, where no list can be filtered to its like. */
  readonly url?: string;
}

/** One kind of thing that came in: a plot of the last days. */
export interface Activity {
  readonly name: string;
  readonly needs: readonly Permission[];
  /** Of all of them, or of those that the operator may know of. */
  readonly series: CountedSeries | ((operator: Operator) => CountedSeries);
}

/** The entries that an operator may know of. */
export function permitted<Entry extends { readonly needs: readonly Permission[] }>(
  entries: readonly Entry[],
  { permissions }: Operator,
): Entry[] {
  return entries.filter(({ needs }) => needs.every((permission) => permissions.has(permission)));
}
