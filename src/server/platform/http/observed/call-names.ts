import type { FastifyRequest } from 'fastify';
import { contract } from '../../../../contract/console/index.ts';
import { intakeCalls, unsignedCalls } from '../../../../contract/open/index.ts';

/** A call's name in metrics, logs and traces: one for each call of the contracts, and `other`. */
export interface CallName {
  readonly api: 'console' | 'open' | 'other';
  /** Its name in the contract. */
  readonly call: string;
}

const names = new Map<string, CallName>([
  ...Object.entries(contract).map(([call, { method, path }]) => named('console', call, method, path)),
  ...Object.entries({ ...intakeCalls, ...unsignedCalls }).map(([call, { method, path }]) => named('open', call, method, path)),
]);
const other: CallName = { api: 'other', call: 'other' };

/** The name by the matched route, so that it never contains parts of the actual URL. */
export function callNameOf({ routeOptions: { method, url } }: FastifyRequest): CallName {
  return (typeof method === 'string' && names.get(`${method} ${url}`)) || other;
}

function named(api: 'console' | 'open', call: string, method: string, path: string): [string, CallName] {
  return [`${method} ${path}`, { api, call }];
}
