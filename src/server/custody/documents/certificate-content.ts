/** What a certificate says: plain values, nothing looked up while drawing. */
export interface CertificateContent {
  readonly number: string;
  readonly officeName: string;
  /** Stands across every page: of what proves nothing, since it is of a sandbox. */
  readonly mark?: string;
  readonly holder: { readonly name: string; readonly kind: 'individual' | 'enterprise' };
  readonly title: string;
  /** The kind of evidence in Chinese, such as 网页取证. */
  readonly kind: string;
  /** Three at most, in the order of their happening, such as 取证完成时间, 存证时间. */
  readonly times: readonly { readonly label: string; readonly at: Date }[];
  /** 重放一致度 of a web archive, with its reason where it is low. */
  readonly replay?: string;
  /** The first is the evidence itself; the rest go to the appended sheet. */
  readonly files: readonly [CertificateFile, ...CertificateFile[]];
  readonly anchor: Anchor;
  readonly timestamp?: { readonly at: Date; readonly serial: string };
  /** Not before, not after and what lies between, in one line; absent for evidence without a mark. */
  readonly bracket?: string;
  /** Who cosigned the checkpoint, in one line; absent while no witness has. */
  readonly witnessed?: string;
  readonly verifyUrl: string;
  /** What the package is compared with, and where the office publishes it; absent before the log has a key. */
  readonly keys?: CertificateKeys;
  readonly issuedAt: Date;
}

export interface CertificateKeys {
  /** SHA-256 of `log-key.txt`, lower-case hex. */
  readonly logKeySha256: string;
  /** SHA-256 of the certificate that signs this, lower-case hex. */
  readonly officeSha256: string;
  /** Of the certificate of the second track; absent without one. */
  readonly sm2Sha256?: string;
  readonly publishedAt: string;
}

export interface CertificateFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** 64 hexadecimal digits. */
  readonly sm3: string;
}

/**
 * A public or consortium chain's transaction; the office's own log, which must not look like one, for good or until its transaction is
 * confirmed; or nothing yet.
 */
export type Anchor =
  | { readonly kind: 'chain'; readonly chainName: string; readonly transaction: string; readonly block: number; readonly at: Date }
  | { readonly kind: 'log' | 'confirming'; readonly leafHash: string; readonly checkpoint: number; readonly at: Date }
  | { readonly kind: 'pending' };
