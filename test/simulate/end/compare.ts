import type { ConsoleCall } from '../model/house.ts';
import { ask } from '../play/learn.ts';
import type { Office } from '../environment/office.ts';

export type Checked = Office & { readonly patienceMs: number };

/** All rows of a list, page by page, and what its last page says besides. @throws where the pages do not make up the count. */
export async function wholeList(
  office: Checked,
  name: string,
  way: readonly ['GET' | 'POST', string],
  fields: ConsoleCall['fields'] = {},
  limit = 100,
): Promise<{ rows: Record<string, unknown>[]; data: Record<string, unknown> }> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(office, name, way, { ...fields, page, limit });
    const data = answer.body['data'] as Record<string, unknown> & { list: Record<string, unknown>[]; count: number };
    rows.push(...data.list);
    if (data.list.length < limit) return { rows, data: { ...data, rows: rows.length } };
  }
}

/** Compares two multisets of lines; the first few that are too many or missing. */
export function sameLines(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of found) left.set(line, (left.get(line) ?? 0) + 1);
  for (const line of expected) left.set(line, (left.get(line) ?? 0) - 1);
  const wrong = [...left].filter(([, count]) => count !== 0);
  return wrong.slice(0, 5).map(([line, count]) => `${what}: ${count > 0 ? 'too many' : 'missing'}: ${line}`);
}

export function line(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

export function same(what: string, found: unknown, expected: unknown): string[] {
  return found === expected ? [] : [`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`];
}
