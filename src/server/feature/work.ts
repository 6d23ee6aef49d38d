import type { Permission } from '../../domain/access/access.ts';
import type { QueueKind } from '../../domain/codes/queues.ts';
import type { CountedSeries } from '../lists/total.ts';
import type { Operator } from '../http/operator.ts';
import type { Actor } from '../trail/trail.ts';

/** What a feature has for operators to do and to look at. Each tells its own; the menu and the workbench show what all of them tell. */
export interface Work {
  readonly waiting: readonly Waiting[];
  readonly activities: readonly Activity[];
  readonly queues?: readonly WorkQueue[];
}

/** One kind of thing that waits: a number beside an entry of the menu, and a line of the workbench. */
export interface Waiting {
  /** 企业认证审核 */
  readonly label: string;
  /** Id of the menu's page that it stands beside. */
  readonly node: number;
  /** Told to whoever holds all of them: to see the list, and to do what waits. */
  readonly needs: readonly Permission[];
  /** Address of the queue in which it is decided. */
  readonly url: string;
  /** Exact and cheap, from the list's counters: every operator's console asks once a minute. */
  count(operator: Operator): Promise<number>;
  /** The one that has waited longest; null when nothing waits. Asked only when something does. */
  oldest(operator: Operator): Promise<{ readonly since: Date } | null>;
}

/** One kind of case that is decided one after the other, oldest first; the queue's screen takes them in hand by these. */
export interface WorkQueue {
  readonly kind: QueueKind;
  /** All of them. */
  readonly needs: readonly Permission[];
  /** All that wait, in others' hands too; exact and cheap. */
  count(operator: Operator): Promise<number>;
  /** How many that are free for the operator stand before a case; null where it does not wait. */
  ahead(operator: Operator, id: string): Promise<number | null>;
  /** What others have in hand, the longest first, at most 100. */
  held(operator: Operator): Promise<readonly HeldCase[]>;
  /** The first that is free for the operator, of all or of those behind a case, which may be decided by now; never that case itself. */
  next(operator: Operator, place: { readonly behind?: string; readonly except?: string }): Promise<string | undefined>;
  /** Takes a case in hand, or keeps it for longer. @throws a conflict where it is decided, or in another's hands. */
  take(operator: Operator, actor: Actor, id: string): Promise<{ readonly since: Date; readonly until: Date }>;
  /** Puts it down; one that is not the operator's own is left as it is. */
  release(operator: Operator, actor: Actor, id: string): Promise<void>;
}
export interface HeldCase {
  readonly id: string;
  /** What it is called in its list. */
  readonly title: string;
  readonly operator: string;
  readonly since: Date;
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
