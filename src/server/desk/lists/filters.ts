import type { TimeRange } from '../../../domain/kit/text/time.ts';
import { spellingsOf } from '../../../domain/kit/text/typed.ts';
import { readBeginning, readKeyword, type Fold, type Keyword, type OneSpelling, type StoredSpellings } from './keyword.ts';
import type { Statement } from './statement.ts';
import type { Except, ListSpec } from './list.ts';

/** A list's filters, resolved against its declaration. */
export interface Filters {
  readonly facets: readonly (readonly [column: string, value: unknown])[];
  /** The best counter for these facets: exact if these facets are counted together, else of fewer facets and thus an upper bound. */
  readonly counter: { readonly facet: string; readonly isExact: boolean } | null;
  readonly keyword: Keyword | null;
  /**
   * True if the keyword counters cover exactly these facets: the keyword facet alone or, for beginnings, any counted set.
   */
  readonly isKeywordAlone: boolean;
  readonly time: TimeRange | null;
  readonly ranges: readonly { readonly column: string; readonly range: TimeRange }[];
  /** What is left out; null if no row under the facets would be. */
  readonly except: (Except & { /** The counters of what is left out. */ readonly counters: readonly string[] }) | null;
}

export function readFilters(spec: ListSpec, given: GivenFilters, stored: StoredSpellings | null = null): Filters {
  const facets = Object.entries(given.facets).filter(([, value]) => value !== undefined);
  const isSought = given.keyword !== undefined && given.keyword !== '';
  const counter = counterOf(spec.counted, facets);
  const scope = isSought ? scopeOf(spec, facets, counter) : null;
  const keyword = isSought && scope ? keywordOf(spec, given.keyword, scope.facet, stored) : null;
  const ranges = Object.entries(given.ranges ?? {}).flatMap(([name, range]: [string, TimeRange | undefined]) => {
    const column = spec.ranges[name];
    if (column === undefined) throw new TypeError(`${spec.name} declares no range ${name}`);
    return range ? [{ column, range }] : [];
  });
  return {
    facets,
    counter,
    keyword,
    isKeywordAlone: scope?.isAlone === true && given.except === undefined,
    time: given.time ?? null,
    ranges,
    except: given.except === undefined ? null : exceptOf(spec, facets, given.except),
  };
}

function exceptOf(spec: ListSpec, facets: Filters['facets'], except: Except): Filters['except'] {
  const asked = new Map(facets);
  const isApart = Object.entries(except.facets).some(([column, value]) => asked.has(column) && asked.get(column) !== value);
  const values = except.values.filter((value) => !asked.has(except.column) || asked.get(except.column) === value);
  if (isApart || values.length === 0) return null;
  const counters = values.map((value) => {
    const counter = counterOf(spec.counted, [...asked, ...Object.entries(except.facets), [except.column, value]]);
    if (!counter?.isExact) throw new TypeError(`${spec.name} does not count what is left out`);
    return counter.facet;
  });
  return { ...except, counters };
}

/** The SQL conditions of all filters except the keyword. Adds their values to the statement. */
export function filterConditions(spec: ListSpec, filters: Filters, statement: Statement): string[] {
  return [
    ...facetConditions(filters, statement),
    ...(filters.time ? rangeConditions(spec.time, filters.time, statement) : []),
    ...filters.ranges.flatMap(({ column, range }) => rangeConditions(column, range, statement)),
    ...exceptConditions(filters, statement),
  ];
}

export function exceptConditions({ except }: Pick<Filters, 'except'>, statement: Statement): string[] {
  if (!except) return [];
  const same = Object.entries(except.facets).map(([column, value]) => `u.${column} = ${statement.add(value)}`);
  return [`not (${[...same, `u.${except.column} = any(${statement.add(except.values)}::text[])`].join(' and ')})`];
}

export function facetConditions(filters: Filters, statement: Statement): string[] {
  return filters.facets.map(([column, value]) => `u.${column} = ${statement.add(value)}`);
}

export function rangeConditions(column: string, range: TimeRange, statement: Statement): string[] {
  return [`u.${column} >= ${statement.add(range.from)}::timestamptz`, `u.${column} < ${statement.add(range.until)}::timestamptz`];
}

/**
 * The keyword's conditions. `search` uses the n-gram index, and confirms by LIKE if several n-grams do not imply the keyword. `walk` reads
 * each row's text, for rows that are visited in the list's order anyway. `rarest` is an SQL expression of the n-grams to look for.
 */
export function keywordConditions(
  spec: ListSpec,
  filters: Filters,
  statement: Statement,
  way: 'search' | 'walk',
  rarest?: string,
): string[] {
  const [first = [], ...others] = mobileConditions(spec, filters, statement, way) ?? keywordArms(spec, filters, statement, way, rarest);
  return others.length === 0 ? first : [`(${[first, ...others].map((arm) => `(${arm.join(' and ')})`).join(' or ')})`];
}

/** A mobile's n-grams find it in a name too, without an index of its own. */
function mobileConditions(spec: ListSpec, { keyword }: Filters, statement: Statement, way: 'search' | 'walk'): string[][] | null {
  if (keyword?.kind !== 'mobile') return null;
  return [pieceConditions(spec, keyword, statement, way), ...spelledArms(spec, keyword.value, statement)];
}

/** As `keywordConditions`, as separate sets of conditions. A row that satisfies any set is a hit; each set has an index of its own. */
export function keywordArms(
  spec: ListSpec,
  { keyword }: Filters,
  statement: Statement,
  way: 'search' | 'walk',
  rarest?: string,
): string[][] {
  if (!keyword) return [];
  if (keyword.kind === 'spellings') return keyword.of.flatMap((one) => spellingArms(spec, one, statement, way));
  return spellingArms(spec, keyword, statement, way, rarest);
}

function spellingArms(spec: ListSpec, keyword: OneSpelling, statement: Statement, way: 'search' | 'walk', rarest?: string): string[][] {
  if (keyword.kind === 'exact') return exactArms(spec, keyword.values, statement);
  if (keyword.kind === 'beginning') return numberArms(spec, keyword.value, statement);
  if (keyword.kind === 'folded') return [foldedConditions(spec, keyword, statement, way)];
  const held = pieceConditions(spec, keyword, statement, way, rarest);
  if (keyword.kind === 'mobile') return mobileArms(spec, keyword.value, statement, held);
  return keyword.either === undefined ? [held] : [...exactArms(spec, keyword.either, statement), held];
}

function exactArms(spec: ListSpec, values: readonly string[], statement: Statement): string[][] {
  const { exact } = spec.keyword ?? {};
  return [exact?.column, exact?.other].flatMap((name) => {
    if (name === undefined) return [];
    const column = `u.${name}`;
    if (exact?.isBeginning) return values.map((value) => beginningConditions(column, statement.add(value)));
    const sought = values.length === 1 ? statement.add(values[0]) : `any(${statement.add(values)}::text[])`;
    return [[`${column} = ${sought}`, `${column} <> ''`]];
  });
}

/** A number by its beginning or, once the index of reversed numbers is built, by its end. */
function numberArms({ keyword }: ListSpec, value: string, statement: Statement): string[][] {
  const { beginning = '', ends } = keyword ?? {};
  const column = `u.${beginning}`;
  const begins = beginningConditions(column, statement.add(value));
  if (ends === undefined || !ends.form.test(value)) return [begins];
  const reversed = statement.add(Array.from(value).toReversed().join(''));
  return [begins, [isBuilt(ends.index), ...beginningConditions(`reverse(${column})`, reversed)]];
}

/** Rows of before all numbers had one spelling. */
function spelledArms({ keyword }: Pick<ListSpec, 'keyword'>, value: string, statement: Statement): string[][] {
  const { mobile } = keyword ?? {};
  if (!mobile) return [];
  const column = `u.${mobile.column}`;
  const [sought, scopes] = [statement.add(value), statement.add(mobile.scopes)];
  const scoped = `u.${mobile.scope} = any(${scopes}::text[])`;
  return [[isBuilt(mobile.spelled), scoped, `${column} !~ '^1[0-9]{10}$'`, `telephone_number(${column}) = ${sought}`]];
}

function isBuilt(index: string): string {
  return `coalesce((select i.indisvalid from pg_index i where i.indexrelid = to_regclass('${index}')), false)`;
}

/** The n-grams are looked for while the index of texts that contain mobile numbers is not built yet. */
function mobileArms({ keyword }: Pick<ListSpec, 'keyword'>, value: string, statement: Statement, held: readonly string[]): string[][] {
  const { mobile } = keyword ?? {};
  if (!mobile) return [[...held]];
  const [sought, scopes] = [statement.add(value), statement.add(mobile.scopes)];
  const text = `u.${mobile.text}`;
  return [
    [`u.${mobile.scope} = any(${scopes}::text[])`, `u.${mobile.column} = ${sought}`],
    ...spelledArms({ keyword }, value, statement),
    [isBuilt(mobile.index), `${text} ~ '1[0-9]{10}'`, `mobiles_in(${text}) collate "C" @> array[${sought}]`],
    [`not ${isBuilt(mobile.index)}`, ...held],
  ];
}

function foldedConditions(
  spec: ListSpec,
  { sets, fold }: Extract<Keyword, { kind: 'folded' }>,
  statement: Statement,
  way: 'search' | 'walk',
): string[] {
  const search = way === 'search' ? sets.map((terms) => `${foundTerms(spec)} && ${statement.add(terms)}::text[]`) : [];
  return [
    ...search,
    `(${foldedLike(
      (spec.keyword?.columns ?? []).map((column) => `u.${column}`),
      fold,
      statement,
    ).join(' or ')})`,
  ];
}

/** Whether texts hold a keyword, however its characters are written. */
function foldedLike(texts: readonly string[], { letters, plain, pattern }: Fold, statement: Statement): string[] {
  const [from, to, sought] = [statement.add(letters), statement.add(plain), statement.add(pattern)];
  return texts.map((text) => `translate(lower(${text} collate "C"), ${from}, ${to}) like ${sought}`);
}

/** The n-grams of a row, as its index has them. */
function foundTerms({ keyword }: ListSpec): string {
  const number = keyword?.number === undefined ? [] : [`u.${keyword.number}`];
  const texts = (keyword?.columns ?? []).map((column) => `u.${column}`);
  const scope = keyword?.facet === undefined ? "''" : `u.${keyword.facet}`;
  return `${number.length > 0 ? 'numbered_terms' : 'search_terms'}(${[scope, ...number, ...texts].join(', ')}) collate "C"`;
}

function pieceConditions(
  spec: ListSpec,
  keyword: Extract<Keyword, { isShort: boolean }>,
  statement: Statement,
  way: 'search' | 'walk',
  rarest?: string,
): string[] {
  const number = spec.keyword?.number === undefined ? [] : [`u.${spec.keyword.number}`];
  const texts = (spec.keyword?.columns ?? []).map((column) => `u.${column}`);
  const search = way === 'search' ? [`${foundTerms(spec)} @> ${rarest ?? `${statement.add(keyword.terms)}::text[]`}`] : [];
  if (way === 'search' && keyword.kind === 'term') return search;
  const pattern = statement.add(keyword.pattern);
  const columns = keyword.isShort ? texts : [...number, ...texts];
  return [...search, `(${columns.map((column) => `lower(${column} collate "C") like ${pattern}`).join(' or ')})`];
}

function beginningConditions(column: string, value: string): string[] {
  // `~` sorts after every letter and digit.
  return [`${column} >= ${value}`, `${column} < ${value} || '~'`];
}

/** A WHERE clause; empty without conditions. */
export function where(parts: readonly string[]): string {
  return parts.length > 0 ? `where ${parts.join(' and ')}` : '';
}

function keywordOf(spec: ListSpec, given: string, scope: string, stored: StoredSpellings | null): Keyword {
  if (spec.keyword?.beginning !== undefined) return readBeginning(given, scope);
  const spellings = [...new Set([...spellingsOf(given), ...(stored?.phones ?? [])])];
  const [first, ...others] = spellings.map((spelling) =>
    readKeyword(spelling, scope, {
      exact: spec.keyword?.exact,
      isNumbered: spec.keyword?.number !== undefined,
      hasMobiles: spec.keyword?.mobile !== undefined,
    }),
  );
  if (!first) throw new TypeError('a keyword has a spelling');
  others.push(...(stored?.folded ?? []));
  return others.length === 0 ? first : { kind: 'spellings', of: [first, ...others] };
}

function scopeOf(
  spec: ListSpec,
  facets: Filters['facets'],
  counter: Filters['counter'],
): { readonly facet: string; readonly isAlone: boolean } {
  if (spec.keyword?.facet === undefined) return { facet: '', isAlone: facets.length === 0 };
  const value = facets.find(([column]) => column === spec.keyword?.facet)?.[1];
  if (value === undefined) throw new TypeError(`${spec.name} finds no keyword without its facet`);
  if (spec.keyword?.beginning !== undefined && counter?.isExact) return { facet: counter.facet, isAlone: true };
  return { facet: String(value), isAlone: facets.length === 1 };
}

export interface GivenFilters {
  readonly facets: object;
  readonly keyword?: string;
  readonly time?: TimeRange;
  readonly ranges?: object;
  readonly except?: Except | undefined;
}

function counterOf(counted: readonly (readonly string[])[], facets: Filters['facets']): Filters['counter'] {
  const values = new Map(facets);
  const covered = counted.filter((columns) => columns.every((column) => values.has(column))).toSorted((a, b) => b.length - a.length)[0];
  if (!covered) return null;
  return { facet: covered.map((column) => String(values.get(column))).join('/'), isExact: covered.length === values.size };
}
