import type { Permission } from '../../domain/business/access/access.ts';
import type { QueueKind } from '../../domain/business/codes/queues.ts';
import type { CountedSeries } from './lists/total.ts';
import type { Operator } from '../platform/http/operator.ts';
import type { Actor } from './trail/trail.ts';

/** What a feature contributes to the menu, the workbench and the queues, which show the work of all features. */
export interface Work {
  readonly waiting: readonly Waiting[];
  readonly activities: readonly Activity[];
  readonly queues?: readonly WorkQueue[];
}

/** One kind of waiting case: a number beside a menu entry, and a line of the workbench. */
export interface Waiting {
  /** For example `企业认证审核`. */
  readonly label: string;
  /** ID of the menu page beside which the number is shown. */
  readonly node: number;
  /** Shown to operators who hold all of these: to see the list, and to decide the cases. */
  readonly needs: readonly Permission[];
  /** Address of the queue in which the cases are decided. */
  readonly url: string;
  /** Exact and cheap, from the list's counters: every operator's console calls it once a minute. */
  count(operator: Operator): Promise<number>;
  /** When the longest waiting case began to wait; null if the cases do not wait. Called only if `count` is not 0. */
  oldest(operator: Operator): Promise<{ readonly since: Date } | null>;
}

/** A queue of cases of one kind, which operators claim and decide one after the other, oldest first. */
export interface WorkQueue {
  readonly kind: QueueKind;
  /** All of these are needed. */
  readonly needs: readonly Permission[];
  /** All waiting cases, including those claimed by others; exact and cheap. */
  count(operator: Operator): Promise<number>;
  /** How many cases that the operator may claim come before a case; null if the case does not wait. */
  ahead(operator: Operator, id: string): Promise<number | null>;
  /** Cases claimed by others, oldest claim first, at most 100. */
  held(operator: Operator): Promise<readonly HeldCase[]>;
  /** The first case that the operator may claim: of all, or after case `behind`, which may be decided by now; never case `except`. */
  next(operator: Operator, place: { readonly behind?: string; readonly except?: string }): Promise<string | undefined>;
  /**
   * Claims a case, or renews the operator's claim.
   * @throws a conflict if it is decided, or claimed by another operator; a refusal beyond the operator's bounds.
   */
  take(operator: Operator, actor: Actor, id: string): Promise<{ readonly since: Date; readonly until: Date }>;
  /** Ends the operator's own claim; a claim of another operator is left as it is. */
  release(operator: Operator, actor: Actor, id: string): Promise<void>;
  /** Ends whosever claim, for an administrator. @throws a conflict if nobody has claimed the case. */
  revoke(actor: Actor, id: string): Promise<void>;
}
export interface HeldCase {
  readonly id: string;
  /** The case's name in its list. */
  readonly title: string;
  readonly operator: string;
  readonly since: Date;
}

/** One kind of submission, shown as a plot of the last days. */
export interface Activity {
  readonly name: string;
  readonly needs: readonly Permission[];
  /** A function if it depends on what the operator may see. */
  readonly series: CountedSeries | ((operator: Operator) => CountedSeries);
}

/** The entries for which the operator has all permissions. */
export function permitted<Entry extends { readonly needs: readonly Permission[] }>(
  entries: readonly Entry[],
  { permissions }: Operator,
): Entry[] {
  return entries.filter(({ needs }) => needs.every((permission) => permissions.has(permission)));
}
