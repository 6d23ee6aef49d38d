import { isPrivateAddress } from '../../reach/addresses.ts';
import { createResolver } from '../../reach/resolver.ts';
import type { Config } from '../../runtime/config.ts';
import type { Reach } from './attempt.ts';

/** Where events may be sent from here. Each look-up asks the name servers anew. */
export function createReach({ allowPrivate }: Config['webhooks']): Reach {
  return { allowPrivate, resolve: (host) => createResolver()(host), isPrivate: isPrivateAddress, timeoutMs: 15_000 };
}
