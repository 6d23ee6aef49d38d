import type { Plan } from '../plan.ts';

/** A plain call of the open API, with the given parts replaced. */
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
