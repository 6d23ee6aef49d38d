import type { Plan } from '../plan.ts';
import { formText, jsonText } from '../wire/render.ts';

/**
 * The input that a server derives from a plan's fields before any schema: texts of a form, where a repeated name becomes a list; any JSON
 * value; texts of a multipart body. Undefined if the bytes have no such form, or one whose meaning is not specified.
 */
export function givenBy(plan: Plan): Record<string, unknown> | undefined {
  if (plan.raw !== null || plan.contentType !== null) return undefined;
  if (!['plain', 'chunked', 'slow', 'pipelined', 'expect'].includes(plan.delivery)) return undefined;
  const odd = plan.fields.some(([name]) => ['__proto__', 'constructor', ''].includes(name) || /[\0[\]\ud800-\udfff\r\n"]/.test(name));
  if (odd) return undefined;
  if (plan.carrier === 'json') return JSON.parse(jsonText(plan.fields)) as Record<string, unknown>;
  if (plan.carrier === 'multipart') {
    const names = plan.fields.map(([name]) => name);
    if (new Set(names).size < names.length || plan.fields.some(([, value]) => String(value).length > 10_000)) return undefined;
    // Bytes cannot contain half of a surrogate pair.
    return Object.fromEntries(plan.fields.map(([name, value]) => [name, Buffer.from(String(value)).toString()]));
  }
  return repeated(new URLSearchParams(formText(plan.fields)));
}

export function queryOf(plan: Plan): Record<string, unknown> {
  return repeated(new URLSearchParams(formText(plan.query)));
}

function repeated(form: URLSearchParams): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const all = form.getAll(name);
    given[name] = all.length > 1 ? all : all[0];
  }
  return given;
}
