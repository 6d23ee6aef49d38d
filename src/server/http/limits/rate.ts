import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { tokenOf } from '../../../contract/wire.ts';
import { addressKey } from './address.ts';
import { callCounter, TooMany } from './call-counter.ts';

export interface RateLimits {
  /** Of an address and token together; 0 switches it off. */
  readonly perMinute: number;
  /** Calls that are counted by address alone, apart from all others: signing in. */
  readonly signIn?: { readonly paths: readonly string[]; readonly perMinute: number };
}

/**
 * Limits the calls per minute (wire, section 6): of an address, whatever tokens it presents, then of an address and token. Signing in has a
 * counter that no other call touches. Every refusal says when to come again.
 */
export function limitRate(app: FastifyInstance, { perMinute, signIn }: RateLimits): void {
  const signIns = callCounter({ perMinute: signIn?.perMinute ?? 0 });
  const addresses = callCounter({ perMinute: perMinute * tokensOfAddress });
  const callers = callCounter({ perMinute });
  const waitOf = (address: string, token: () => string): number | null =>
    addresses.count(address) ?? callers.count(`${address} ${token()}`);
  app.addHook('onRequest', (request, _reply, done) => {
    const address = addressKey(request.ip);
    const isSignIn = signIn?.paths.includes(request.routeOptions.url ?? '') === true;
    const wait = isSignIn ? signIns.count(address) : waitOf(address, () => digest(tokenOf(request.headers.authorization)));
    done(wait === null ? undefined : new TooMany(wait));
  });
}

/** Limits the calls per minute of an address; 0 switches it off. */
export function limitAddresses(app: FastifyInstance, perMinute: number): void {
  const addresses = callCounter({ perMinute });
  app.addHook('onRequest', (request, _reply, done) => {
    const wait = addresses.count(addressKey(request.ip));
    done(wait === null ? undefined : new TooMany(wait));
  });
}

/** So many operators at full speed may share an address: an office behind one. */
const tokensOfAddress = 10;

// The counter's memory must not become a list of live tokens.
function digest(token: string): string {
  return token === '' ? '' : createHash('sha256').update(token).digest('base64url').slice(0, 16);
}
