import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const mark = '/* kept plan */';

/**
 * Ends a frequent statement whose planning takes longer than its execution: each connection then prepares and plans it once. Such a
 * statement must list its columns: with `*` it fails on every open connection as soon as a column is added.
 */
export const preparedPlan = sql.raw(mark);

/** The arguments of a query, with a name for the statement if it ends with `preparedPlan`: pg prepares what has a name. */
export function withPlan(given: readonly unknown[]): readonly unknown[] {
  const [text, values, ...rest] = given;
  const isPrepared = typeof text === 'string' && Array.isArray(values) && text.endsWith(mark);
  return isPrepared ? [{ name: nameOf(text), text, values }, ...rest] : given;
}

const names = new Map<string, string>();

/** A name derived from the text alone, so that two statements never share one. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
