import type { SearchHit } from '../../../contract/console/search.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import type { TrailObject } from '../../../domain/business/trail/trail-names.ts';
import type { Operator } from '../../platform/http/operator.ts';
import type { SearchKeyword } from './keyword.ts';

/** Finds one kind of record in the global search. Each feature provides its own finders. */
export interface Finder {
  readonly kind: string;
  /** For example `企业用户`. */
  readonly name: string;
  /** The permission to read the list of these records; the finder is used only for operators who hold it. */
  readonly needs: Permission;
  /** Address of that list. */
  readonly list: string;
  /** True if it finds records by a whole identity number. */
  readonly findsIdentity?: boolean;
  /** Finds by text, or by a whole number. */
  find(sought: SearchKeyword, operator: Operator): Promise<Found>;
  /** Finds by a part of a number or of a text. Used only if no finder finds the whole number, because it costs ten times as much. */
  findPart?(sought: SearchKeyword, operator: Operator): Promise<Found>;
}

export interface Found {
  /** In the list's order; hits beyond `hitsMax` are not shown. Null if too many records match to be found quickly. */
  readonly hits: readonly FoundRecord[] | null;
  /** Whether the list finds the same records by the same keyword. */
  readonly isListed: boolean;
}

export interface FoundRecord extends SearchHit {
  /** The record's name on the trail, if the keyword is its whole identity number. */
  readonly identified?: TrailObject;
}

export const hitsMax = 5;
/** One more than is shown, to know whether there are more. */
export const rowsSought = hitsMax + 1;

export const nothing: Found = { hits: [], isListed: true };

/** The labels of the acts that are open and that the operator may perform, in order. */
export function actsOf(operator: Operator, acts: readonly (readonly [label: string, needs: Permission, isOpen: boolean])[]): string[] {
  return acts.flatMap(([label, needs, isOpen]) => (isOpen && operator.permissions.has(needs) ? [label] : []));
}

/** The rows of several look-ups without duplicates, at most `rowsSought`. */
export function distinct<Row>(rows: readonly (readonly Row[])[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.flat().map((row) => [keyOf(row), row])).values()].slice(0, rowsSought);
}
