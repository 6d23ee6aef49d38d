import { publishedKeysPath, type PublishedKeys } from '../contract/open/published-keys.ts';
import type { CallSpec } from './contract/call-spec.ts';
import { callTable } from './contract/call-table.ts';
import type { Calls } from './contract/calls.ts';
import type { CallOptions, Cancellation } from './contract/values.ts';
import { call } from './net/caller.ts';
import { NotaryFault } from './net/refusal.ts';
import { createTransport } from './net/transport.ts';

export interface ClientOptions {
  /** Address of the office's server without a path: `https://notary.example`. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly securityKey: string;
  /** Signature algorithm of calls; default `HMAC-SHA256`. */
  readonly algorithm?: 'HMAC-SHA256' | 'HMAC-SM3';
  /** How long a repeatable call is repeated while the server does not answer; default 120,000. 0 repeats nothing. */
  readonly retryForMs?: number;
  /** How long a connection may be silent; default 60,000. */
  readonly idleMs?: number;
  /** Called before a call is repeated. */
  readonly onRetry?: (error: Error, inMs: number) => void;
  /** Cancels every call that has no signal of its own. */
  readonly signal?: Cancellation;
}

/** Every call of `/open/v1` as a method named after its operationId, with one object as its input. */
export interface ClientCalls extends Calls {
  /** The public keys of the office. Take `log.vkey` from here once, over TLS, and keep it for `verifyPackage`. */
  publishedKeys(input?: Record<string, never>, options?: CallOptions): Promise<PublishedKeys>;
}

/** The methods come from the table, so that no second list of them exists beside the contract. */
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

/** This path is outside `/open/v1`, so the table does not have it. */
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

/** Reads the public keys of an office without an account. @throws NotaryRefusal, NotaryUnreachable, NotaryFault */
export function readPublishedKeys({ baseUrl, retryForMs = 120_000, idleMs = 60_000, onRetry, signal }: KeyOptions): Promise<PublishedKeys> {
  const deps = { transport: createTransport(baseUrl, idleMs), credentials: { appId: '', securityKey: '' }, retryForMs, onRetry };
  return call(deps, publishedKeys, {}, signal === undefined ? {} : { signal }) as Promise<PublishedKeys>;
}
type KeyOptions = Omit<ClientOptions, 'appId' | 'securityKey' | 'algorithm'>;

/** The methods' types come from the contract, and so does the table; TypeScript cannot connect the two. */
export const CallMethods = TableMethods as unknown as new (options: ClientOptions) => ClientCalls;
