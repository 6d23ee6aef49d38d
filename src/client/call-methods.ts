import { publishedKeysPath, type PublishedKeys } from '../contract/open/published-keys.ts';
import type { CallSpec } from './contract/call-spec.ts';
import { callTable } from './contract/call-table.ts';
import type { Calls } from './contract/calls.ts';
import type { CallOptions, Cancellation } from './contract/values.ts';
import { call } from './net/caller.ts';
import { NotaryFault } from './net/refusal.ts';
import { createTransport } from './net/transport.ts';

export interface ClientOptions {
  /** Of the office's server, without a path: `https://notary.example`. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly securityKey: string;
  /** What calls are signed by: `HMAC-SHA256` unless told. */
  readonly algorithm?: 'HMAC-SHA256' | 'HMAC-SM3';
  /** How long what may be repeated is, when the server does not answer: 120,000 unless given; 0 repeats nothing. */
  readonly retryForMs?: number;
  /** How long a connection may be silent: 60,000 unless given. */
  readonly idleMs?: number;
  /** Told before a call is made again. */
  readonly onRetry?: (error: Error, inMs: number) => void;
  /** Ends every call that has none of its own. */
  readonly signal?: Cancellation;
}

/** Every call of `/open/v1` under its operationId, each with one object. */
export interface ClientCalls extends Calls {
  /** The keys that the office publishes: take `log.vkey` from here once, over TLS, and keep it for `verifyPackage`. */
  publishedKeys(input?: Record<string, never>, options?: CallOptions): Promise<PublishedKeys>;
}

/** The methods come from the table: no list of them is kept beside the contract. */
function TableMethods(this: object, options: ClientOptions): void {
  const { baseUrl, appId, securityKey, algorithm, retryForMs = 120_000, idleMs = 60_000, onRetry, signal } = options;
  for (const [name, value] of Object.entries({ appId, securityKey })) if (!value) throw new NotaryFault(`${name}: is missing`);
  const credentials = { appId, securityKey, ...(algorithm === undefined ? {} : { algorithm }) };
  const deps = { transport: createTransport(baseUrl, idleMs), credentials, retryForMs, onRetry };
  const always = signal === undefined ? {} : { signal };
  for (const [name, spec] of Object.entries({ ...callTable, publishedKeys })) {
    const value = (input: object = {}, given?: CallOptions) => call(deps, spec, { ...input }, { ...always, ...given });
    Object.defineProperty(this, name, { value });
  }
}

/** Outside of `/open/v1`, and so of the table. */
const publishedKeys: CallSpec = {
  method: 'GET',
  path: publishedKeysPath,
  isSigned: false,
  pathFields: [],
  queryFields: [],
  headerFields: {},
  fixedHeaders: {},
  body: 'none',
  fileFields: [],
  hasUniqueId: false,
  answer: 'json',
  answerHeaders: {},
};

/** The types of the methods are the contract's, and so is the table. */
export const CallMethods = TableMethods as unknown as new (options: ClientOptions) => ClientCalls;
