/**
 * What a keyword asks of the database: one indexed n-gram, several n-grams and a LIKE to confirm them, or an exact value; or n-grams and,
 * beside their hits, those of an exact value.
 */
export type Keyword =
  | (Ngrams & { readonly kind: 'term' })
  | (Ngrams & { readonly kind: 'terms' })
  | { readonly kind: 'exact'; readonly value: string }
  /** `terms` holds the one beginning that is counted, or nothing where it is too long to be. */
  | { readonly kind: 'beginning'; readonly value: string; readonly terms: readonly string[] };

interface Ngrams {
  readonly terms: readonly string[];
  readonly pattern: string;
  /** Of less than three characters: not looked for in numbers. */
  readonly isShort: boolean;
  /** The exact value whose rows are hits too. */
  readonly either?: string;
}

/**
 * Reads a keyword that is not empty, sought under one facet; ASCII letters are folded as the database folds them (`lower(… collate "C")`).
 */
export function readKeyword(
  keyword: string,
  scope: string,
  {
    exact,
    isNumbered = false,
  }: {
    readonly exact?: ExactForm | undefined /** The list has a number: its n-grams are those of numbered_terms. */;
    readonly isNumbered?: boolean;
  } = {},
): Keyword {
  const value = exact?.form.test(keyword) ? keyword.toUpperCase() : undefined;
  if (value !== undefined && !exact?.isEither) return { kind: 'exact', value };
  const folded = keyword.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const characters = Array.from(folded);
  const ngrams = (isNumbered && wholeTerms(folded, value !== undefined)) || longestNgrams(characters);
  const terms = ngrams.map((ngram) => `${scope}:${ngram}`);
  return {
    kind: ngrams[0] === folded ? 'term' : 'terms',
    terms,
    pattern: containsPattern(folded),
    isShort: characters.length < 3,
    ...(value !== undefined && { either: value }),
  };
}

export interface ExactForm {
  readonly form: RegExp;
  readonly isEither?: boolean;
}

/**
 * The beginning of an upper-case column, sought under the values of counted facets; up to three characters are counted (beginning_terms in
 * migrations/0001_lists.sql).
 */
export function readBeginning(keyword: string, facet: string): Keyword {
  const value = keyword.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return { kind: 'beginning', value, terms: Array.from(value).length <= 3 ? [`${facet}:${value}`] : [] };
}

/**
 * What `numbered_terms` keeps as one term, however long: a mobile; and a day that a number does not begin with,
 * which will do for a keyword whose numbers are found by their beginning.
 */
function wholeTerms(folded: string, isBeginning: boolean): string[] | null {
  if (/^1\d{10}$/.test(folded)) return [folded];
  const day = isBeginning ? /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/.exec(folded)?.[0] : undefined;
  return day === undefined ? null : [day];
}

/** The id that a keyword may be the whole of; of short ids no n-gram is looked for. */
export function wholeNumber(keyword: string): string[] {
  return /^[1-9]\d{0,17}$/.test(keyword) ? [keyword] : [];
}

/** `%…%` in which the characters that LIKE gives a meaning to are literal. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * The longest indexed n-grams of a text (the function `search_terms` cuts them): three characters of ASCII, two of any others, one
 * where there is but one. The shorter n-grams within them would add nothing.
 */
function longestNgrams(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  const terms = new Set<string>();
  for (let i = 0; i < characters.length - 1; i += 1) {
    if (isAsciiTriple(characters, i)) terms.add(characters.slice(i, i + 3).join(''));
    // A pair that ends an ASCII run lies within the triple before it.
    else if (!isAsciiTriple(characters, i - 1)) terms.add(characters.slice(i, i + 2).join(''));
  }
  return [...terms];
}

function isAsciiTriple(characters: readonly string[], start: number): boolean {
  const triple = characters.slice(Math.max(start, 0), start + 3);
  return start >= 0 && triple.length === 3 && triple.every((character) => character < '\u0080');
}
