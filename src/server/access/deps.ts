import type { Deps as DeskDeps } from '../desk/deps.ts';
import type { ReaderCheck } from './session/link-reader.ts';
import type { IdentityProvider } from './session/provider/identity-provider.ts';
import type { ProviderCheck } from './session/provider-check.ts';
import type { Tokens } from './session/token.ts';

/** What sessions and sign-in add. */
export interface Deps extends DeskDeps {
  /** Issues and recognises session tokens. */
  readonly tokens: Tokens;
  /** The office's identity provider; null if none is configured. */
  readonly provider: IdentityProvider | null;
  /** Checks whether the provider still vouches for a session that began there. */
  readonly checkProvider: ProviderCheck;
  /** Finds the reader of a link, if they may still open it. */
  readonly readerOf: ReaderCheck;
}
