import type { PoolConfig } from 'pg';
import type { GranteeCheck } from '../../domain/business/access/link-grantee.ts';
import type { Database } from './db/database.ts';
import type { Guard } from './http/guard.ts';
import type { Config } from './runtime/config.ts';
import type { LinkSigner } from './storage/signed-links.ts';
import type { StagingAreas } from './storage/staging-areas.ts';
import type { ObjectStore } from './storage/store.ts';

/**
 * The dependencies of features, composed once per server (`compose-deps`). Each door adds its own to those of the door below; a feature
 * picks the few it needs.
 */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  /** The database's connection settings, for a thread that opens its own connections. */
  readonly connection: PoolConfig;
  readonly store: ObjectStore;
  /** As `store.put`, but with a timeout for a store that does not answer. */
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
  readonly secrets: Secrets;
  /** Identifies the operator of a session token. */
  readonly guard: Guard;
  /** Signs and verifies links to files. */
  readonly links: LinkSigner;
  /** True while the operator or reader to whom a link was given may still open it. */
  readonly stillHolds: GranteeCheck;
  /** Logs one line about a problem that an administrator must act upon. */
  readonly alarm: (line: string) => void;
}

/** Keys of this installation, 32 bytes each. */
export interface Secrets {
  readonly token: Uint8Array;
  readonly link: Uint8Array;
  /** HMAC key of the owners' pseudonyms in the log. */
  readonly owner: Uint8Array;
  readonly totp: Uint8Array;
}
