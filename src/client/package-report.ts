/** What the verifier got from elsewhere than the package. Without any of it, nobody can tell whose package it is: `undetermined`. */
export interface VerifyPolicy {
  /** The log's key as a whole line: `log.vkey` of `publishedKeys()`, or the one on the office's page. */
  readonly logKey?: string;
  /** The office's certificate: PEM, or its SHA-256 fingerprint in hex. */
  readonly officeCertificate?: string;
  /** PEM certificates of the timestamp authorities that the verifier trusts. */
  readonly timestampRoots?: string;
  /** A witness policy (C2SP tlog-policy), as text: which witnesses must have cosigned the log. */
  readonly witnessPolicy?: string;
  /** A newer evidence record of the package (DER), judged instead of the package's own. */
  readonly record?: Uint8Array;
  /** Adds the 审查说明 to the report. */
  readonly withDossier?: boolean;
  /** Checks SM3 beside SHA-256, which takes several times as long. */
  readonly withSm3?: boolean;
  /** Accepts packages of a sandbox, which prove nothing; for trials only. Without it they are a `mismatch`. */
  readonly allowSandbox?: boolean;
  /** Time at which certificates must be valid; default is the machine's clock. */
  readonly now?: Date;
}
export interface PackageCheck {
  readonly outcome: 'pass' | 'fail' | 'not-run';
  /** What was checked, in Chinese. */
  readonly label: string;
  /** The file, where the check is about one of several. A hostile name may hold anything. */
  readonly subject: string | null;
  readonly reason: string | null;
  /** The command's option that lets it check more, in Chinese. */
  readonly option?: string;
}
export interface PackageReport {
  /**
   * `match`: complete, and of the given keys. `mismatch`: something contradicts them. `undetermined`: nothing does, but files are missing,
   * the given policy does not show whose package it is or that it is in the log, or somebody added a file that nobody vouches for.
   */
  readonly verdict: 'match' | 'mismatch' | 'undetermined';
  /** The verdict with its reason, in one Chinese phrase. */
  readonly summary: string;
  /** The evidence's number; null when the manifest cannot be read. */
  readonly number: string | null;
  readonly checks: readonly PackageCheck[];
  /** The 审查说明 that the package alone gives, as text, and where the package's own differs from it; null unless `withDossier`. */
  readonly dossier: string | null;
}

/** The file is not a zip, so nothing could be checked. */
export class PackageUnreadable extends Error {
  override readonly name = 'PackageUnreadable';
}
