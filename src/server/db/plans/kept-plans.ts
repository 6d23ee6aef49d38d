import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';

const mark = '/* kept plan */';

/**
 * At the end of a statement that is asked all day long: each connection has it planned once, instead of every time, which takes PostgreSQL
 * longer than to carry it out. Such a statement names its columns: one with `*` fails on every open connection when a column is added.
 */
export const keptPlan = sql.raw(mark);

/** Has a new connection keep the plans of the statements that ask for it. */
export function keepPlans(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [text, values, ...rest] = given;
    const isKept = typeof text === 'string' && Array.isArray(values) && text.endsWith(mark);
    return isKept ? query({ name: nameOf(text), text, values }, ...rest) : query(...given);
  }) as ClientBase['query'];
}

const names = new Map<string, string>();

/** Of the text alone: two statements never share one. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
