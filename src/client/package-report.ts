/** What the verifier got elsewhere than from the package. Without any of it, nobody can tell whose package it is: `undetermined`. */
export interface VerifyPolicy {
  /** The log's key, the whole line: `log.vkey` of `publishedKeys()`, or what stands on the office's page. */
  readonly logKey?: string;
  /** The office's certificate: PEM, or its SHA-256 fingerprint in hex. */
  readonly officeCertificate?: string;
  /** PEM certificates of the timestamp authorities that the verifier trusts. */
  readonly timestampRoots?: string;
  /** SM3 beside SHA-256: several times as long. */
  readonly withSm3?: boolean;
  /** Takes packages of a sandbox, which prove nothing: for trying out alone. Without it they are a `mismatch`. */
  readonly allowSandbox?: boolean;
  /** By which it is told whether a certificate has ended; the machine's clock unless given. */
  readonly now?: Date;
}
export interface PackageCheck {
  readonly outcome: 'pass' | 'fail' | 'not-run';
  /** What was checked, in Chinese. */
  readonly label: string;
  /** The file, where it is one of several. A hostile name may hold anything. */
  readonly subject: string | null;
  readonly reason: string | null;
}
export interface PackageReport {
  /**
   * `match`: whole, and of the keys that were given. `mismatch`: something is not. `undetermined`: nothing is wrong, and what the verifier
   * trusts does not say whose it is or that it is in the log.
   */
  readonly verdict: 'match' | 'mismatch' | 'undetermined';
  /** The verdict with its reason, in one Chinese phrase. */
  readonly summary: string;
  /** The evidence's number; null when the manifest cannot be read. */
  readonly number: string | null;
  readonly checks: readonly PackageCheck[];
}

/** The file is no zip: nothing could be checked. */
export class PackageUnreadable extends Error {
  override readonly name = 'PackageUnreadable';
}
