import { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import { contract, type Contract } from '../../../contract/console/index.ts';
import { viewLists, type ViewListName } from '../../../contract/console/view-lists.ts';
import type { ListCounts } from '../lists/list-counts.ts';
import { isAdmitted } from '../../platform/http/guard.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { CountedTotal } from '../lists/counted-totals.ts';

type Filters = Readonly<Record<string, string>>;

/** Whether the operator may open the list, by the permissions of its call. */
export function mayOpen(list: ViewListName, operator: Operator): boolean {
  const { call, fixed } = listOf(list);
  return isAdmitted(call.needs, operator, call.input.parse(fixed));
}

/** The filters that the list's call accepts, and the fields of the others, which became invalid since they were saved. */
export function knownFilters(
  list: ViewListName,
  filters: Filters,
): { readonly filters: Record<string, string>; readonly dropped: string[] } {
  const known = Object.entries(filters).filter(([field, value]) => faultOf(list, field, value) === null);
  const kept: Record<string, string> = Object.fromEntries(known);
  return { filters: kept, dropped: Object.keys(filters).filter((field) => !Object.hasOwn(kept, field)) };
}

/** @throws Refusal that names the first filter which the list's call does not accept. */
export function refuseUnknownFilters(list: ViewListName, filters: Filters): void {
  for (const [field, value] of Object.entries(filters)) {
    const fault = faultOf(list, field, value);
    if (fault !== null) throw refuse(fault, { filters: fault });
  }
}

/** The counter query for the rows of a view; null if no counter covers it. */
export function countOf(counts: ListCounts, list: ViewListName, filters: Filters, operator: Operator): CountedTotal | null {
  const name: keyof Contract = viewLists[list].call;
  // The name pairs a count with its call's input; TypeScript cannot infer this through the table.
  const count = counts[name] as ((input: unknown, operator: Operator) => CountedTotal | null) | undefined;
  const { call, fixed } = listOf(list);
  const input = call.input.safeParse({ ...filters, ...fixed });
  return count && input.success ? count(input.data, operator) : null;
}

function faultOf(list: ViewListName, field: string, value: string): string | null {
  const { call, fixed } = listOf(list);
  const isFilter = Object.hasOwn(fieldsOf(call), field) && !Object.hasOwn(fixed, field) && !paging.includes(field);
  if (!isFilter) return `该列表没有筛选项「${field}」`;
  const parsed = call.input.safeParse({ ...fixed, [field]: value });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '筛选条件无效');
}

const paging: readonly string[] = ['page', 'limit'];

function fieldsOf({ input }: Call): object {
  if (!(input instanceof z.ZodObject)) throw new TypeError('the input of a list is an object of fields');
  return input.shape;
}

function listOf(list: ViewListName): { readonly call: Call; readonly fixed: Filters } {
  const { call, fixed } = viewLists[list];
  return { call: contract[call], fixed };
}
