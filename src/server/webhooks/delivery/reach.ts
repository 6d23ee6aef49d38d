import { isPrivateAddress } from '../../egress/addresses.ts';
import { createResolver } from '../../egress/resolver.ts';
import type { Config } from '../../runtime/config.ts';
import type { Reach } from './attempt.ts';

/** The production reach. Every name look-up queries DNS again. */
export function createReach({ allowPrivate }: Config['webhooks']): Reach {
  return { allowPrivate, resolve: (host) => createResolver()(host), isPrivate: isPrivateAddress, timeoutMs: 15_000 };
}
