import type { CatalogColumn, CatalogTable } from './catalog.ts';

/**
 * The only words that a column may contain, as listed by a check constraint or by the expression of a generated column; null for any other
 * column.
 */
export function wordsOf(table: CatalogTable, column: CatalogColumn): readonly string[] | null {
  return checkedWords(table).get(column.name) ?? (column.generated === '' ? null : wordsOfCase(table, column.generated));
}

/** Column -> the words that its check constraint lists. */
export function checkedWords(table: CatalogTable): ReadonlyMap<string, readonly string[]> {
  return new Map(
    table.checks.flatMap(({ definition }) => {
      const [, column, list] = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(?:[^\]]*)\]\)|'[^']*'::text)\)\)$/.exec(definition)
        ? parts(definition)
        : [];
      return column === undefined || list === undefined ? [] : [[column, literals(list)] as const];
    }),
  );
}

function parts(definition: string): RegExpExecArray | [] {
  return /^CHECK \(\((\w+) = (.*)\)\)$/.exec(definition) ?? [];
}

const literals = (text: string): string[] => [...text.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '');

/**
 * The words of `CASE ... THEN 'word' ... ELSE ... END`; if it ends with another column, the words of that column except the replaced ones.
 */
function wordsOfCase(table: CatalogTable, expression: string): string[] | null {
  const [, subject, branches, last] = /^\s*CASE(?: (\w+))?\s+(WHEN [\s\S]*)\s+ELSE (\S+)\s+END\s*$/.exec(expression) ?? [];
  if (branches === undefined || last === undefined) return null;
  const results = [...branches.matchAll(/ THEN (\S+)/g)].map((match) => match[1] ?? '');
  if (!results.every((result) => /^'[^']*'::text$/.test(result))) return null;
  const replaced = subject === last ? [...branches.matchAll(/WHEN '([^']*)'::text/g)].map((match) => match[1] ?? '') : [];
  const rest = /^'[^']*'::text$/.test(last) ? literals(last) : checkedWords(table).get(last);
  return rest ? [...new Set([...literals(results.join(' ')), ...rest.filter((word) => !replaced.includes(word))])] : null;
}
