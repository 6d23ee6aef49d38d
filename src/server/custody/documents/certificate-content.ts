import type { LimitedText } from '../../../domain/kit/text/limited-text.ts';

/** Content of a certificate: plain values, so that drawing looks up nothing. */
export interface CertificateContent {
  readonly number: string;
  readonly officeName: string;
  /** Printed across every page of a sandbox's certificate, which proves nothing. */
  readonly sandboxNotice?: string;
  readonly holder: { readonly name: string; readonly kind: 'individual' | 'enterprise' };
  readonly title: string;
  /** Who sent the files: the office's own program, or a client of the intake. Null if no program is recorded. */
  readonly sender: 'capture' | { readonly program: string; readonly isNamesake: boolean } | null;
  /** The kind of evidence in Chinese, such as 网页取证, with how a capture was opened. */
  readonly kind: string;
  /** The address of a capture, with the one that was captured where the page led on; absent for other evidence. */
  readonly url?: string;
  /** At most three, in chronological order, such as 取证完成时间, 存证时间. */
  readonly times: readonly { readonly label: string; readonly at: Date }[];
  /** The device that captured it, as it described itself, in one line; absent if it did not. */
  readonly device?: LimitedText;
  /** 重放一致度 of a web archive, with the reason if it is low. */
  readonly replay?: string;
  /** What the pictures and the archive of a capture are known to lack. */
  readonly notes?: string;
  /** The first is the evidence itself; the others are listed on the appendix. */
  readonly files: readonly [CertificateFile, ...CertificateFile[]];
  readonly anchor: Anchor;
  readonly timestamp?: { readonly at: Date; readonly serial: string };
  /** Not before, not after and the span between, in one line; absent without a mark. */
  readonly bracket?: LimitedText;
  /** The witnesses that cosigned the checkpoint, in one line; absent while there are none. */
  readonly witnessed?: string;
  readonly verifyUrl: string;
  /** Keys to compare the package with, and where the office publishes them; absent before the log has a key. */
  readonly keys?: CertificateKeys;
  readonly issuedAt: Date;
}

export interface CertificateKeys {
  /** SHA-256 of `log-key.txt`, lower-case hex. */
  readonly logKeySha256: string;
  /** SHA-256 of the certificate that signs this, lower-case hex. */
  readonly officeSha256: string;
  /** The same for the certificate of the second track; absent without one. */
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
 * `chain`: a transaction on a public or consortium chain. `log`: the office's own log, which must not look like a chain. `confirming`: the
 * log, while its transaction is unconfirmed. `pending`: nothing yet.
 */
export type Anchor =
  | { readonly kind: 'chain'; readonly chainName: string; readonly transaction: string; readonly block: number; readonly at: Date }
  | { readonly kind: 'log' | 'confirming'; readonly leafHash: string; readonly checkpoint: number; readonly at: Date }
  | { readonly kind: 'pending' };
