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
import type { ProviderStanding } from '../session/provider-standing.ts';
import type { ReaderCheck } from '../session/link-reader.ts';
import type { Tokens } from '../session/token.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import type { ObjectStore } from '../storage/store.ts';
import type { ListCounts } from './counts.ts';
import type { Work } from './work.ts';

/** What features are made of: composed once for a server (`compose-deps`), and each feature picks what it needs. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  /** Where the database is reached, for a thread that has connections of its own. */
  readonly connection: PoolConfig;
  readonly lists: Lists;
  readonly store: ObjectStore;
  /** As `store.put`, but gives up on a store that does not answer. */
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
  readonly secrets: Secrets;
  /** Issues session tokens, and knows them again. */
  readonly tokens: Tokens;
  /** Knows who presents a session token. */
  readonly guard: Guard;
  /** The office's identity provider; null where there is none. */
  readonly provider: IdentityProvider | null;
  /** Whether it still stands by a session that began there. */
  readonly standing: ProviderStanding;
  /** Folder of the packed client that integrators may download; null where there is none. */
  readonly clientRoot: string | null;
  /** Signs links to files, and opens them. */
  readonly links: LinkSigner;
  /** The like for packages, which lie under no hash. */
  readonly packageLinks: PackageLinks;
  /** Who opens a link, and whether they still may. */
  readonly readerOf: ReaderCheck;
  readonly stillHolds: GranteeCheck;
  /** Address of the open verification page, with `{number}` for an evidence's number. */
  readonly verifyUrl: string;
  /** Stamps checkpoints; null where no authority is configured. */
  readonly authority: TimestampAuthority | null;
  /** Stamps checkpoints for the second track; null where none is configured. */
  readonly sm2Authority: TimestampAuthority | null;
  /** Signs certificates, packages and documents for the office. */
  readonly signer: OfficeSigner;
  /** Null where no chain is configured: the office's own log is then the only anchor. */
  readonly chain: Chain | null;
  /** Whose cosignatures are asked for; null where no witnesses are configured. */
  readonly witnesses: OfficePolicy | null;
  /** Null in a server that only answers calls, as in tests. */
  readonly logSigner: LogSigner | null;
  /** Tells what somebody has to act upon, in one line. */
  readonly alarm: (line: string) => void;
  /** Writes calls of the open API down. */
  readonly recorder: CallRecorder;
  /** What all features have for operators to do and to look at; asked when a call is answered, once all features are there. */
  readonly work: () => Work;
  /** How many rows the lists of all features have; asked likewise. */
  readonly counts: () => ListCounts;
  /** What all features let the one search find; the same holds. */
  readonly finders: () => readonly Finder[];
  /** The objects of all features, as notes, messages and presence refer to them; asked like `work`. */
  readonly references: () => References;
}

/** Those that no feature brings. */
export type GivenDeps = Omit<Deps, 'work' | 'counts' | 'finders' | 'references'>;

/** Keys of this installation, 32 bytes each. */
export interface Secrets {
  readonly token: Uint8Array;
  readonly link: Uint8Array;
  /** Makes the pseudonyms of owners in the log. */
  readonly owner: Uint8Array;
  readonly totp: Uint8Array;
}
