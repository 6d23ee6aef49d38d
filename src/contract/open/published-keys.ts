/** Public address of the keys with which packages are verified. Nothing in it is secret. */
export const publishedKeysPath = '/.well-known/notary-keys.json';

/** Contents of that address. Instants are ISO 8601 in UTC. */
export interface PublishedKeys {
  readonly office: string;
  readonly log: {
    readonly origin: string;
    /** C2SP signed-note form, as `--log-key` accepts it. */
    readonly vkey: string;
    /** SHA-256 of the package's file `log-key.txt` (the vkey and a line feed), as printed on certificates. */
    readonly sha256: string;
    readonly since: string;
  };
  /** Every certificate that the office has signed with or will sign with next; newest first. */
  readonly certificates: readonly PublishedCertificate[];
  /** Every key that signed web archives, newest first; empty before the first capture. */
  readonly archive_keys: readonly PublishedArchiveKey[];
  /** Certificates of the second track, newest first; absent if the office has none. */
  readonly sm2_certificates?: readonly PublishedSm2Certificate[];
}
export interface PublishedArchiveKey {
  /** SHA-256 of its SubjectPublicKeyInfo, lower-case hex; the log identifies the key by it. */
  readonly sha256: string;
  /** When it was submitted to the log. */
  readonly since: string;
  readonly pem: string;
}
/** An SM2 certificate, which verifies `<file>.sm2`. */
export type PublishedSm2Certificate = Omit<PublishedCertificate, 'issuer' | 'origin'>;
export interface PublishedCertificate {
  /** In the format of openssl, as `--office-cert` accepts it. */
  readonly fingerprint_sha256: string;
  readonly subject: string;
  readonly issuer: string;
  /** `made` by the office itself, or `imported` from a certificate authority. */
  readonly origin: 'made' | 'imported';
  readonly not_before: string;
  readonly not_after: string;
  /** When it was submitted to the log. */
  readonly since: string;
  /** Whether the office signs with it now. */
  readonly is_current: boolean;
  /** Including its chain. */
  readonly pem: string;
}
