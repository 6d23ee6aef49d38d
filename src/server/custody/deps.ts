import type { Deps as AccessDeps } from '../access/deps.ts';
import type { Chain } from './chain/chain.ts';
import type { OfficeSigner } from './identity/signing-identity.ts';
import type { LogSigner } from './log/log-signer.ts';
import type { PackageLinks } from './publish/package-links.ts';
import type { TimestampAuthority } from './timestamps/timestamp.ts';
import type { OfficePolicy } from './witnesses/office-policy.ts';

/** What custody adds; the doors above it need no more. */
export interface Deps extends AccessDeps {
  /** Signs and verifies links to packages, which are not stored under a hash. */
  readonly packageLinks: PackageLinks;
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
}
