import type { SearchHit } from '../../contract/console/desk/search.ts';
import type { Permission } from '../../domain/access/access.ts';
import type { TrailObject } from '../../domain/trail/trail-words.ts';
import type { Operator } from '../http/operator.ts';
import type { Sought } from './sought.ts';

/** One kind of record that the one search finds. Each feature tells its own; the search knows none of them. */
export interface Finder {
  readonly kind: string;
  /** 企业用户 */
  readonly name: string;
  /** Asked only for whoever reads the list of these records. */
  readonly needs: Permission;
  /** Address of that list. */
  readonly list: string;
  /** It finds by the whole of an identity number. */
  readonly findsIdentity?: boolean;
  /** By text, or by a number as a whole. */
  find(sought: Sought, operator: Operator): Promise<Found>;
  /** By a number as a part of another, or of a text: asked only where nobody has it as a whole, since it costs ten times as much. */
  findPart?(sought: Sought, operator: Operator): Promise<Found>;
}

export interface Found {
  /** In the list's order; those beyond `hitsMax` are not shown. Null where too many match to be found at once. */
  readonly hits: readonly FoundRecord[] | null;
  /** Whether the list finds them by the same keyword. */
  readonly isListed: boolean;
}

export interface FoundRecord extends SearchHit {
  /** What it is on the trail, where the keyword is its whole identity number. */
  readonly identified?: TrailObject;
}

export const hitsMax = 5;
/** One more than is shown tells whether there are more. */
export const rowsSought = hitsMax + 1;

export const nothing: Found = { hits: [], isListed: true };

/** What may be asked of it and needs a permission, in order. */
export function actsOf(operator: Operator, acts: readonly (readonly [label: string, needs: Permission, isOpen: boolean])[]): string[] {
  return acts.flatMap(([label, needs, isOpen]) => (isOpen && operator.permissions.has(needs) ? [label] : []));
}

/** Rows of several look-ups, each once. */
export function distinct<Row>(rows: readonly (readonly Row[])[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.flat().map((row) => [keyOf(row), row])).values()].slice(0, rowsSought);
}
