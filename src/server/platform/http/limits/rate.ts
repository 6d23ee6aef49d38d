import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { tokenOf } from '../../../../contract/wire.ts';
import { callerKey } from './address.ts';
import { callCounter, TooMany } from './call-counter.ts';

export interface RateLimits {
  /** Limit of one address and token together; 0 disables it. */
  readonly perMinute: number;
  /** Calls for signing in, which are counted by address alone and separately from all others. */
  readonly signIn?: { readonly paths: readonly string[]; readonly perMinute: number };
}

/**
 * Limits the calls per minute (spec/wire, 6), first of an address with any token, then of an address and token. Signing in has its own
 * counter. Every refusal says when to retry.
 */
export function limitRate(app: FastifyInstance, { perMinute, signIn }: RateLimits): void {
  const signIns = callCounter({ perMinute: signIn?.perMinute ?? 0 });
  const addresses = callCounter({ perMinute: perMinute * tokensOfAddress });
  const callers = callCounter({ perMinute });
  const waitOf = (address: string, token: () => string): number | null =>
    addresses.count(address) ?? callers.count(`${address} ${token()}`);
  app.addHook('onRequest', (request, _reply, done) => {
    const address = callerKey(request);
    const isSignIn = signIn?.paths.includes(request.routeOptions.url ?? '') === true;
    const wait = isSignIn ? signIns.count(address) : waitOf(address, () => digest(tokenOf(request.headers.authorization)));
    done(wait === null ? undefined : new TooMany(wait));
  });
}

/** Limits the calls per minute of an address; 0 disables the limit. */
export function limitAddresses(app: FastifyInstance, perMinute: number): void {
  const addresses = callCounter({ perMinute });
  app.addHook('onRequest', (request, _reply, done) => {
    const wait = addresses.count(callerKey(request));
    done(wait === null ? undefined : new TooMany(wait));
  });
}

/** How many operators at the full rate may share one address, as an office behind NAT does. */
export const tokensOfAddress = 10;

// Hashed, so that the counter does not keep valid tokens in memory.
function digest(token: string): string {
  return token === '' ? '' : createHash('sha256').update(token).digest('base64url').slice(0, 16);
}
