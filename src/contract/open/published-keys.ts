/** Where the office publishes the keys that packages are judged by: open to everybody, nothing of it secret. */
export const publishedKeysPath = '/.well-known/notary-keys.json';

/** What stands there. Instants are ISO 8601 in UTC. */
export interface PublishedKeys {
  readonly office: string;
  readonly log: {
    readonly origin: string;
    /** C2SP signed-note: what `--log-key` takes. */
    readonly vkey: string;
    /** SHA-256 of the package's file `log-key.txt`, which is the vkey and a line feed: what stands on certificates. */
    readonly sha256: string;
    readonly since: string;
  };
  /** Every certificate that the office ever signed with, or is about to; the newest first. */
  readonly certificates: readonly PublishedCertificate[];
  /** Every key that signed web archives, the newest first; none before the first capture. */
  readonly archive_keys: readonly PublishedArchiveKey[];
  /** Those of the second track, the newest first; absent in an office without one. */
  readonly sm2_certificates?: readonly PublishedSm2Certificate[];
}
export interface PublishedArchiveKey {
  /** Of its SubjectPublicKeyInfo, lower-case hex: what the log names it by. */
  readonly sha256: string;
  /** When it was handed to the log. */
  readonly since: string;
  readonly pem: string;
}
/** Of an SM2 key: what `<file>.sm2` is verified by. */
export type PublishedSm2Certificate = Omit<PublishedCertificate, 'issuer' | 'origin'>;
export interface PublishedCertificate {
  /** As openssl prints it: what `--office-cert` takes. */
  readonly fingerprint_sha256: string;
  readonly subject: string;
  readonly issuer: string;
  /** `made` by the office itself, or `imported` from an authority. */
  readonly origin: 'made' | 'imported';
  readonly not_before: string;
  readonly not_after: string;
  /** When it was handed to the log. */
  readonly since: string;
  /** The office signs with it now. */
  readonly is_current: boolean;
  /** With its chain. */
  readonly pem: string;
}
