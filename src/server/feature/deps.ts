import type { PoolConfig } from 'pg';
import type { GranteeCheck } from '../../domain/access/link-grantee.ts';
import type { CallRecorder } from '../call-records/recorder.ts';
import type { Chain } from '../custody/chain/chain.ts';
import type { OfficeSigner } from '../custody/identity/signing-identity.ts';
import type { LogSigner } from '../custody/log/log-signer.ts';
import type { PackageLinks } from '../custody/publish/package-links.ts';
import type { TimestampAuthority } from '../custody/timestamps/timestamp.ts';
import type { OfficePolicy } from '../custody/witnesses/office-policy.ts';
import type { Database } from '../db/database.ts';
import type { Guard } from '../http/guard.ts';
import type { Lists } from '../lists/pools.ts';
import type { References } from '../references/reference.ts';
import type { Config } from '../runtime/config.ts';
import type { Finder } from '../search/finder.ts';
import type { IdentityProvider } from '../session/provider/identity-provider.ts';
import type { ProviderCheck } from '../session/provider-check.ts';
import type { ReaderCheck } from '../session/link-reader.ts';
import type { Tokens } from '../session/token.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import type { ObjectStore } from '../storage/store.ts';
import type { ListCounts } from './counts.ts';
import type { Work } from './work.ts';

/** The dependencies of features: composed once per server (`compose-deps`); each feature picks what it needs. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  /** The database's connection settings, for a thread that opens its own connections. */
  readonly connection: PoolConfig;
  readonly lists: Lists;
  readonly store: ObjectStore;
  /** As `store.put`, but with a timeout for a store that does not answer. */
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
  readonly secrets: Secrets;
  /** Issues and recognises session tokens. */
  readonly tokens: Tokens;
  /** Identifies the operator of a session token. */
  readonly guard: Guard;
  /** The office's identity provider; null if none is configured. */
  readonly provider: IdentityProvider | null;
  /** Checks whether the provider still vouches for a session that began there. */
  readonly standing: ProviderCheck;
  /** Folder of the packed client that integrators may download; null if there is none. */
  readonly clientRoot: string | null;
  /** Signs and verifies links to files. */
  readonly links: LinkSigner;
  /** The same for packages, which are not stored under a hash. */
  readonly packageLinks: PackageLinks;
  /** Finds the reader of a link, if they may still open it. */
  readonly readerOf: ReaderCheck;
  readonly stillHolds: GranteeCheck;
  /** Address of the open verification page, with `{number}` for an evidence's number. */
  readonly verifyUrl: string;
  /** Timestamps checkpoints; null if no authority is configured. */
  readonly authority: TimestampAuthority | null;
  /** Timestamps checkpoints for the second track (SM2); null if none is configured. */
  readonly sm2Authority: TimestampAuthority | null;
  /** Signs certificates, packages and documents for the office. */
  readonly signer: OfficeSigner;
  /** Null if no chain is configured; the office's own log is then the only anchor. */
  readonly chain: Chain | null;
  /** The witnesses that are asked for cosignatures; null if none are configured. */
  readonly witnesses: OfficePolicy | null;
  /** Null in a server that only answers calls, as in some tests. */
  readonly logSigner: LogSigner | null;
  /** Logs one line about a problem that an administrator must act upon. */
  readonly alarm: (line: string) => void;
  /** Records calls of the open API. */
  readonly recorder: CallRecorder;
  /** The work of all features. Like the next three, a function, because it is complete only after all features have been created. */
  readonly work: () => Work;
  /** The row counts of all features' lists. */
  readonly counts: () => ListCounts;
  /** The finders of all features, for the global search. */
  readonly finders: () => readonly Finder[];
  /** The objects of all features, as notes, messages and presence refer to them. */
  readonly references: () => References;
}

/** The dependencies that do not come from features. */
export type GivenDeps = Omit<Deps, 'work' | 'counts' | 'finders' | 'references'>;

/** Keys of this installation, 32 bytes each. */
export interface Secrets {
  readonly token: Uint8Array;
  readonly link: Uint8Array;
  /** HMAC key of the owners' pseudonyms in the log. */
  readonly owner: Uint8Array;
  readonly totp: Uint8Array;
}
