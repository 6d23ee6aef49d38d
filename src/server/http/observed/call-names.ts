import type { FastifyRequest } from 'fastify';
import { contract } from '../../../contract/console/index.ts';
import { intakeCalls, unsignedCalls } from '../../../contract/open/index.ts';

/** A call as metrics, logs and traces name it. There are as many as the contract has, and one more. */
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

/** By the route that answers it: what stands in the address is never part of it. */
export function callNameOf({ routeOptions: { method, url } }: FastifyRequest): CallName {
  return (typeof method === 'string' && names.get(`${method} ${url}`)) || other;
}

function named(api: 'console' | 'open', call: string, method: string, path: string): [string, CallName] {
  return [`${method} ${path}`, { api, call }];
}
