import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/** What is wrong with an answer. */
export interface Fault {
  readonly kind: 'server fault' | 'hang' | 'unexplained success' | 'schema' | 'form of refusal' | 'status' | 'closed';
  readonly detail: string;
}

export const fault = (kind: Fault['kind'], detail: string): Fault => ({ kind, detail: detail.slice(0, 400) });

/** Whether `data` matches the schema and contains nothing else. */
export function schemaFault(schema: z.ZodType, data: unknown): Fault | null {
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fault('schema', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  if (isDeepStrictEqual(parsed.data, data)) return null;
  return fault('schema', `holds more than its schema: ${differing(parsed.data, data)}`);
}

/** The first path at which two values differ. */
function differing(parsed: unknown, data: unknown): string {
  if (typeof data !== 'object' || data === null || typeof parsed !== 'object' || parsed === null) return String(data).slice(0, 100);
  for (const [key, value] of Object.entries(data)) {
    const other = (parsed as Record<string, unknown>)[key];
    if (!isDeepStrictEqual(other, value))
      return `${key}.${typeof value === 'object' ? differing(other, value) : String(value).slice(0, 50)}`;
  }
  return '';
}

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Statuses of Node's parser, which refuses before the call is known: without a body, or with the framework's own. */
const parsers = [400, 408, 413, 414, 417, 431];

export function isParsersOwn(status: number, body: Buffer): boolean {
  if (!parsers.includes(status)) return false;
  const parsed = body.length < 200 ? jsonOf(body) : undefined;
  return body.length === 0 || (isRecord(parsed) && parsed['statusCode'] === status && Object.keys(parsed).length === 3);
}
