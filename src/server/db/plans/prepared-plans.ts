import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';

const mark = '/* kept plan */';

/**
 * Ends a frequent statement whose planning takes longer than its execution: each connection then prepares and plans it once. Such a
 * statement must list its columns: with `*` it fails on every open connection as soon as a column is added.
 */
export const preparedPlan = sql.raw(mark);

/** Makes a new connection prepare the statements that end with `preparedPlan`. */
export function preparePlans(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [text, values, ...rest] = given;
    const isPrepared = typeof text === 'string' && Array.isArray(values) && text.endsWith(mark);
    return isPrepared ? query({ name: nameOf(text), text, values }, ...rest) : query(...given);
  }) as ClientBase['query'];
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
