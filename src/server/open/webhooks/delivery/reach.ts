import { isPrivateAddress } from '../../../platform/egress/addresses.ts';
import { createResolver } from '../../../platform/egress/resolver.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import type { Reach } from './attempt.ts';

/** The production reach. Every name look-up queries DNS again. */
export function createReach({ allowPrivate }: Config['webhooks']): Reach {
  return { allowPrivate, resolve: (host) => createResolver()(host), isPrivate: isPrivateAddress, timeoutMs: 15_000 };
}
