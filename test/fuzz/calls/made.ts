import type { Plan } from '../plan.ts';

/** A call of the open API: a plain one, but for what is said of it. */
export function plan(made: Partial<Plan> & Pick<Plan, 'call' | 'path' | 'who'>): Plan {
  return {
    api: 'open',
    method: 'GET',
    carrier: 'query',
    fields: [],
    query: [],
    files: [],
    raw: null,
    contentType: null,
    headers: [],
    delivery: 'plain',
    signature: 'none',
    ...made,
  };
}
