import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { withoutMarks } from '../../../domain/kit/text/half-width.ts';
import { plainText, twinsOf } from '../../../domain/kit/text/twins.ts';
import { typedName, typedNumber } from '../../../domain/kit/text/typed.ts';

/**
 * How a keyword is searched: by one indexed n-gram, by several n-grams confirmed by a LIKE, as a mobile number that is the whole of a
 * column or in a text, by an exact value, by a beginning, in texts with twins of its characters or with invisible characters, or in several
 * spellings. With `either`, rows with an exact value are hits in addition to those of the n-grams.
 */
export type Keyword =
  | (Ngrams & { readonly kind: 'term' })
  | (Ngrams & { readonly kind: 'terms' })
  | (Ngrams & { readonly kind: 'mobile'; readonly value: string })
  | { readonly kind: 'exact'; readonly values: readonly string[] }
  /** `terms` holds the counted beginning; it is empty if the value is too long to be counted. */
  | { readonly kind: 'beginning'; readonly value: string; readonly terms: readonly string[] }
  /**
   * In a text with twins or with invisible characters, once the former are plain and the latter left out. The row has a term of each set;
   * `most` rows have one of the first set.
   */
  | { readonly kind: 'folded'; readonly sets: readonly (readonly string[])[]; readonly most: number; readonly fold: Fold }
  /** Any of several spellings of one keyword. */
  | { readonly kind: 'spellings'; readonly of: readonly OneSpelling[] };

export type OneSpelling = Exclude<Keyword, { kind: 'spellings' }>;

interface Ngrams {
  readonly terms: readonly string[];
  readonly pattern: string;
  /** True for fewer than three characters: numbers are not searched. */
  readonly isShort: boolean;
  /** Exact values whose rows are hits too. */
  readonly either?: readonly string[];
}

/** `translate(lower(column), letters, plain) like pattern`: `letters` beyond the length of `plain` are left out. */
export interface Fold {
  readonly letters: string;
  readonly plain: string;
  readonly pattern: string;
}

/**
 * How a keyword may be stored besides its own spellings. What is stored stays as it was given: numbers of before all had one spelling, also
 * where a record copies them from its user, and names in full width or with characters that nobody sees.
 */
export interface StoredSpellings {
  /** The same telephone number as users have it. */
  readonly phones: readonly string[];
  /** In rows with twins of its characters, or with invisible ones. */
  readonly folded: readonly OneSpelling[];
}

/**
 * Parses a non-empty keyword for a search under one facet (`scope`). ASCII letters are lower-cased as by `lower(… collate "C")`.
 */
export function readKeyword(
  keyword: string,
  scope: string,
  {
    exact,
    isNumbered = false,
    hasMobiles = false,
  }: {
    readonly exact?: ExactForm | undefined;
    /** The list has a number column, so its n-grams are those of numbered_terms. */
    readonly isNumbered?: boolean;
    /** The list has a column of mobile numbers with an index. */
    readonly hasMobiles?: boolean;
  } = {},
): OneSpelling {
  const values = exact?.form.test(keyword) ? (exact.spellings?.(keyword) ?? [keyword.toUpperCase()]) : [];
  const isExact = values.length > 0;
  if (isExact && !exact?.isEither) return { kind: 'exact', values };
  const folded = keyword.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const characters = Array.from(folded);
  const ngrams = (isNumbered && wholeTerms(folded, isExact)) || longestNgrams(characters);
  const terms = ngrams.map((ngram) => `${scope}:${ngram}`);
  const sought = { terms, pattern: containsPattern(folded), isShort: characters.length < 3 };
  if (hasMobiles && mobile.test(folded)) return { ...sought, kind: 'mobile', value: folded };
  return { ...sought, kind: ngrams[0] === folded ? 'term' : 'terms', ...(isExact && { either: values }) };
}

export interface ExactForm {
  readonly form: RegExp;
  readonly isEither?: boolean;
  /** The spellings that the column may have; without it, the keyword in upper case. */
  readonly spellings?: (keyword: string) => readonly string[];
}

/**
 * Parses the beginning of an upper-case column, searched under the values of counted facets. Beginnings of up to three characters are
 * counted (beginning_terms in migrations/baseline/0001_lists.sql).
 */
export function readBeginning(keyword: string, facet: string): OneSpelling {
  const value = typedNumber(keyword) || keyword;
  return { kind: 'beginning', value, terms: Array.from(value).length <= 3 ? [`${facet}:${value}`] : [] };
}

/**
 * The term of a keyword that `numbered_terms` indexes as a whole: a mobile number, or a day. A day at the beginning of a number is not
 * indexed, so the day's term is used only if the search also finds numbers by their beginning (`isBeginning`).
 */
function wholeTerms(folded: string, isBeginning: boolean): string[] | null {
  if (mobile.test(folded)) return [folded];
  const day = isBeginning ? /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/.exec(folded)?.[0] : undefined;
  return day === undefined ? null : [day];
}

const mobile = /^1\d{10}$/;

/** A keyword as it may be in texts with twins of its characters, of which rows have `stored`. Null if there are none. */
export function readTwins(keyword: string, scope: string, stored: ReadonlySet<string>): Folded | null {
  const characters = Array.from(plainText(keyword));
  const spellings = characters.map((plain) => [plain, ...twinsOf(plain).filter((twin) => stored.has(twin))]);
  const twins = spellings.flatMap(([, ...others]) => others);
  if (twins.length === 0) return null;
  const pairs = spellings
    .slice(1)
    .map((seconds, at) => (spellings[at] ?? []).flatMap((first) => seconds.map((second) => `${scope}:${first}${second}`)));
  return { sets: [new Set(twins.map((twin) => `${scope}:${twin}`)), ...pairs.map((pair) => new Set(pair))], fold: foldOf(keyword) };
}

/** A keyword as it may be in texts with invisible characters inside it. Null if it has no inside. */
export function readHidden(keyword: string, scope: string, stored: ReadonlySet<string>): Folded | null {
  const fold = foldWithoutHidden(keyword);
  const before = new Set(Array.from(fold.keyword).slice(0, -1).slice(0, mostGaps));
  if (before.size === 0) return null;
  // Such a text has one of them behind a letter of the keyword, unlike those in which one joins two pictographs.
  const terms = [...before].flatMap((plain) => {
    // Blanks between words are everywhere; one behind an ideograph is in few names.
    const hidden = /\p{Script=Han}/u.test(plain) ? hiddenLetters : hiddenLetters.replace(' ', '');
    return [plain, ...twinsOf(plain).filter((twin) => stored.has(twin))].flatMap((letter) =>
      [...hidden].map((one) => `${scope}:${letter}${one}`),
    );
  });
  return { sets: [new Set(terms)], fold };
}

/** Sets of terms, of each of which a row has one, and how it is confirmed. */
export interface Folded {
  readonly sets: readonly ReadonlySet<string>[];
  readonly fold: Fold;
}

/** Of several sets the three whose terms fewest rows have, by the counters. No more can have them all. */
export function rarestSets({ sets, fold }: Folded, counts: ReadonlyMap<string, number>): OneSpelling {
  const counted = sets.map((set) => ({ set, n: [...set].reduce((sum, term) => sum + (counts.get(term) ?? 0), 0) }));
  const rarest = counted.toSorted((a, b) => a.n - b.n).slice(0, 3);
  return { kind: 'folded', sets: rarest.map(({ set }) => [...set]), most: rarest[0]?.n ?? 0, fold };
}

/** How a keyword is found in texts with twins of its characters. */
export function foldOf(keyword: string): Fold {
  const plain = plainText(keyword);
  const twins = [...new Set(plain)].flatMap((letter) => twinsOf(letter).map((twin) => [twin, letter] as const));
  return {
    letters: twins.map(([twin]) => twin).join(''),
    plain: twins.map(([, letter]) => letter).join(''),
    pattern: containsPattern(plain),
  };
}

/** Whether a column holds a keyword, however its characters are written; for few rows. */
export function isFolded(column: RawBuilder<unknown>, { letters, plain, pattern }: Fold): RawBuilder<SqlBool> {
  return sql<SqlBool>`translate(lower(${column} collate "C"), ${letters}::text, ${plain}::text) like ${pattern}::text`;
}

/** The same in texts with invisible characters and blanks, which are left out. */
export function foldWithoutHidden(given: string): Fold & { readonly keyword: string } {
  const keyword = plainText(withoutMarks(typedName(given)).replaceAll(/\s/g, ''));
  const { letters, plain, pattern } = foldOf(keyword);
  return { letters: letters + hiddenLetters, plain, pattern, keyword };
}

const mostGaps = 16;

/**
 * What copying leaves in names: blanks, also of other kinds, zero-width and bidirectional characters, soft hyphens, byte order marks,
 * variation selectors.
 */
const hiddenLetters = [
  ' \u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064',
  '\u2066\u2067\u2068\u2069\ufeff\ufffc\ufe00\ufe01\ufe02\ufe0e\ufe0f\u{e0100}\u{e0101}\u{e0102}\u{e0103}\u{e0104}',
].join('');

/** The keyword as an ID, if it can be one; else empty. Short IDs have no n-grams in the index. */
export function wholeNumber(keyword: string): string[] {
  return /^[1-9]\d{0,17}$/.test(keyword) ? [keyword] : [];
}

/** `%…%` in which LIKE's special characters are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * The longest indexed n-grams of a text (as cut by the database function `search_terms`): three ASCII characters, two of any others, or
 * the single character of a text of one. The shorter n-grams within them would add nothing.
 */
function longestNgrams(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  const terms = new Set<string>();
  for (let i = 0; i < characters.length - 1; i += 1) {
    if (isAsciiTriple(characters, i)) terms.add(characters.slice(i, i + 3).join(''));
    // The last pair of an ASCII run is part of the triple before it.
    else if (!isAsciiTriple(characters, i - 1)) terms.add(characters.slice(i, i + 2).join(''));
  }
  return [...terms];
}

function isAsciiTriple(characters: readonly string[], start: number): boolean {
  const triple = characters.slice(Math.max(start, 0), start + 3);
  return start >= 0 && triple.length === 3 && triple.every((character) => character < '\u0080');
}
