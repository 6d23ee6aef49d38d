/**
 * `broken`: what was compared contradicts. `lacking`: a file is missing or unreadable, so nothing was compared. `absent`: the package
 * contains nothing of this kind. `why`: a reason in Chinese.
 */
export type Checked =
  | { readonly state: 'held' }
  | { readonly state: 'broken'; readonly why: string }
  | { readonly state: 'lacking'; readonly why: string }
  | { readonly state: 'absent' };

export interface LogFacts {
  /** Whether the manifest is in the tree. */
  readonly inclusion: Checked;
  readonly leafIndex: number | null;
  /** Whether the log's key signed the checkpoint. */
  readonly signature: Checked;
  /** Sizes of all checkpoints in the package, ascending, without duplicates. */
  readonly sizes: readonly number[];
  /** Whether one consistency proof joins all of them. */
  readonly consistency: Checked;
  /** Whether the log names the office's certificate. */
  readonly office: Checked;
}

/** An RFC 3161 token. */
export type TokenFacts =
  | { readonly state: 'held'; readonly at: string; readonly authority: string; readonly serial: string }
  | Exclude<Checked, { readonly state: 'held' }>;

/** A blockchain transaction that carries a checkpoint's root. */
export type TransactionFacts =
  | {
      readonly state: 'held';
      readonly chainId: string;
      readonly hash: string;
      readonly block: string;
      readonly at: string;
      /** Root of the checkpoint in the transaction, 64 lower-case hex digits. */
      readonly root: string;
    }
  | Exclude<Checked, { readonly state: 'held' }>;

/** The signature of the certificate PDF, checked with the certificate in the package. */
export type SignatureFacts =
  | {
      readonly state: 'held';
      readonly level: 'B-B' | 'B-T';
      /** As the PDF states it. */
      readonly signedAt: string;
      readonly validFrom: string;
      readonly validUntil: string;
    }
  | Exclude<Checked, { readonly state: 'held' }>;
