/** What a keyword asks of the database: one indexed piece, several pieces and a LIKE to confirm them, or an exact value. */
export type Keyword =
  | { readonly kind: 'term'; readonly terms: readonly string[]; readonly pattern: string; /** Of less than three characters: not looked for in numbers. */ readonly isShort: boolean }
  | { readonly kind: 'terms'; readonly terms: readonly string[]; readonly pattern: string; readonly isShort: boolean }
  | { readonly kind: 'exact'; readonly value: string }
  /** `terms` holds the one beginning that is counted, or nothing where it is too long to be. */
  | { readonly kind: 'beginning'; readonly value: string; readonly terms: readonly string[] };

/** Reads a keyword that is not empty, sought under one facet; ASCII letters are folded as the database folds them (`lower(… collate "C")`). */
export function readKeyword(keyword: string, scope: string, { exact, piece }: { readonly exact?: RegExp | undefined; /** Of this form a keyword is one piece, however long. */ readonly piece?: RegExp | undefined } = {}): Keyword {
  if (exact?.test(keyword)) return { kind: 'exact', value: keyword.toUpperCase() };
  const folded = keyword.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const characters = Array.from(folded);
  const pieces = piece?.test(folded) ? [folded] : cutTerms(characters);
  const terms = pieces.map((piece) => `${scope}:${piece}`);
  return { kind: pieces[0] === folded ? 'term' : 'terms', terms, pattern: containsPattern(folded), isShort: characters.length < 3 };
}

/** The beginning of an upper-case column, sought under the values of counted facets; up to three characters are counted (beginning_terms in migration 0012). */
export function readBeginning(keyword: string, facet: string): Keyword {
  const value = keyword.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return { kind: 'beginning', value, terms: Array.from(value).length <= 3 ? [`${facet}:${value}`] : [] };
}

/** A mobile: `numbered_terms` (migration 0031) keeps it as one piece too. */
export const wholeMobile = /^1\d{10}$/;

/** `%…%` in which the characters that LIKE gives a meaning to are literal. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * The longest indexed pieces of a text (search_terms in migration 0002 cuts them): three characters of ASCII, two of any others, one
 * where there is but one. The shorter pieces within them would add nothing.
 */
function cutTerms(characters: readonly string[]): string[] {
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
